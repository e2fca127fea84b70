import { AppError } from "#model/errors.ts";

type Place = { host: string; port: number };

/** What is wrong with a port, by the code of the system's error. */
export const portTroubles: Record<string, string> = {
  EADDRINUSE: "is used by another program",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is no address of this machine",
};

/** Listens where the settings say. Throws AppError("conflict") that names the setting when that place cannot be had. */
export const listenOn = async <T>(
  setting: string,
  { host, port }: Place,
  listen: (place: Place) => Promise<T>,
): Promise<T> => {
  try {
    return await listen({ host, port });
  } catch (error) {
    const trouble = error instanceof Error && "code" in error ? portTroubles[String(error.code)] : undefined;
    if (trouble === undefined) throw error;
    throw new AppError(
      "conflict",
      `${host}:${port} ${trouble}. Set ${setting} or SERVICE_HOST to another one.`,
      {
        cause: error,
      },
    );
  }
};
