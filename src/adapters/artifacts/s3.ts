import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Readable } from "node:stream";
import { AppError } from "#model/errors.ts";
import type { Artifacts } from "#ports/artifacts.ts";
import { toSegments } from "./keys.ts";

export type S3ArtifactsOptions = {
  bucket: string;
  /** What every key begins with; may be empty. */
  prefix: string;
  /** The bucket in the path of the address, not in its host name. */
  pathStyle: boolean;
};

const connectMs = 5000;
const requestMs = 60_000;

/**
 * Artifacts in a bucket of S3 or of a store that speaks its protocol. Region, endpoint and credentials come from the
 * environment variables that every tool of AWS reads. A store that is out of reach, refuses or has no such bucket is
 * AppError("not_ready").
 */
export const createS3Artifacts = ({ bucket, prefix, pathStyle }: S3ArtifactsOptions): Artifacts => {
  const client = new S3Client({
    forcePathStyle: pathStyle,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: requestMs },
    // Stores other than Amazon's do not know the checksums that the client would add.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const keyOf = (segments: string[]): string => [prefix, ...segments].filter((part) => part !== "").join("/");

  const put = async (key: string, content: Uint8Array | string): Promise<void> => {
    try {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: content }));
    } catch (error) {
      throw notReady(error);
    }
  };

  /** What a listing gives, page by page. */
  async function* pages(start: string, Delimiter?: string) {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: start, Delimiter, ContinuationToken }),
      );
      yield page;
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }
  const above = prefix === "" ? "" : `${prefix}/`;

  const removePage = async (start: string): Promise<boolean> => {
    const { Contents = [], IsTruncated = false } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: start }),
    );
    if (Contents.length === 0) return false;
    const Objects = Contents.map(({ Key }) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`${Errors[0]?.Key ?? ""} stays: ${Errors[0]?.Message ?? ""}`);
    return IsTruncated;
  };

  return {
    write: async (key, content) => put(keyOf(toSegments(key)), content),

    read: async (key) => {
      const Key = keyOf(toSegments(key));
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
        if (!(Body instanceof Readable) || ContentLength === undefined) {
          throw new Error("the answer has no content of a known size");
        }
        return { stream: Body, size: ContentLength };
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === "NoSuchKey") return null;
        throw notReady(error);
      }
    },

    list: async (folder) => {
      const found: string[] = [];
      try {
        for await (const { Contents = [] } of pages(`${keyOf(toSegments(folder))}/`)) {
          for (const { Key } of Contents) if (Key !== undefined) found.push(Key.slice(above.length));
        }
      } catch (error) {
        throw notReady(error);
      }
      return found;
    },

    async *folders() {
      for await (const { CommonPrefixes = [] } of pages(above, "/")) {
        for (const { Prefix } of CommonPrefixes) {
          if (Prefix !== undefined) yield Prefix.slice(above.length, -1);
        }
      }
    },

    remove: async (key) => {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(toSegments(key)) }));
      } catch (error) {
        throw notReady(error);
      }
    },

    removeFolder: async (folder) => {
      const start = `${keyOf(toSegments(folder))}/`;
      try {
        while (await removePage(start));
      } catch (error) {
        throw notReady(error);
      }
    },

    // No artifact has such a key: none has a part that begins with a dot.
    probe: () => put(keyOf([".probe"]), "probe"),
  };
};

const notReady = (cause: unknown): AppError =>
  new AppError("not_ready", "The artifacts cannot be reached or written; try again.", {
    retryAfterS: 5,
    cause,
  });
