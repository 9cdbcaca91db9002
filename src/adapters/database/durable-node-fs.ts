import { fdatasyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type InitOptions = Parameters<NodeFS['init']>[1];

/** The part of an Emscripten module that the hook below touches. */
interface NodeFsModule {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } };
}

/**
 * PGlite's folder on disk, where an fsync of Postgres reaches the disk.
 *
 * Without the hook Emscripten answers fsync() with success and does nothing: a power cut would lose
 * commits that were acknowledged.
 */
export class DurableNodeFs extends NodeFS {
  override async init(pg: PGlite, options: InitOptions) {
    const ready = await super.init(pg, options);
    ready.emscriptenOpts.preRun?.push((module: unknown) => {
      (module as NodeFsModule).NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    });
    return ready;
  }
}
