/**
 * Carries out one thing after the other, in the order given, and in further lanes beside while `spareRoom` gives room.
 * Room is given back after each thing, so that others who wait for it get their turn. Rejects with the first failure,
 * once all that was begun has ended.
 */
export const inLanes = async <T>(
  work: readonly T[],
  carryOut: (item: T) => Promise<void>,
  spareRoom: (() => Promise<(() => void) | null>) | undefined,
): Promise<void> => {
  const waiting = [...work];
  const lanes = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const isLeft = (): boolean => waiting.length > 0 && failures.length === 0;

  const doNext = async (): Promise<void> => {
    const item = isLeft() ? waiting.shift() : undefined;
    if (item === undefined) return;
    try {
      await carryOut(item);
    } catch (error) {
      failures.push(error);
    }
  };
  const openLane = async (giveBack: () => void): Promise<void> => {
    await doNext();
    giveBack();
    await widen();
  };
  const widen = async (): Promise<void> => {
    while (spareRoom && isLeft()) {
      const giveBack = await spareRoom();
      if (!giveBack) return;
      const lane = openLane(giveBack).finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  };

  while (isLeft()) {
    const next = doNext();
    await widen();
    await next;
  }
  while (lanes.size > 0) await Promise.all(lanes);
  if (failures.length > 0) throw failures[0];
};
