/** How far each thing that scrolls is scrolled; then, behind a blank, which element has the focus, unless `control` has it. */
export const placeBeside = (control: Element): string => {
  const all = [...document.querySelectorAll("*")];
  const scrolled = all.flatMap(({ scrollLeft, scrollTop }, at) =>
    scrollLeft === 0 && scrollTop === 0
      ? []
      : [[at, Math.round(scrollLeft), Math.round(scrollTop)].join(",")],
  );
  const { activeElement: focused } = document;
  const isElsewhere = focused !== null && focused !== document.body && !control.contains(focused);
  return `${scrolled.join(";")} ${isElsewhere ? all.indexOf(focused) : ""}`;
};
