import { EvidenceError } from '../../core/error.ts';
import { mediaTypeEssence, OFFICE_TYPES } from '../../domain/document/media-type.ts';
import type { OfficeConverter, OfficeDocument } from '../../domain/office/port.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { OfficeFormat } from './convert.ts';
import type { OfficeTask } from './office-child.ts';

const FORMATS: ReadonlyMap<string, OfficeFormat> = new Map<string, OfficeFormat>([
  ...Object.entries(OFFICE_TYPES).map(([format, type]) => [type, format as OfficeFormat] as const),
  ['text/csv', 'csv'],
  // What sniffing calls a compound file of no known program: a password-protected OOXML file is one.
  ['application/x-ole-storage', 'doc'],
]);

/** Converts each file in a process of its own: at most 20 s of CPU and 768 MiB. */
export function createOfficeConverter(): OfficeConverter {
  const sandbox = createSandbox({
    script: new URL('./office-child.ts', import.meta.url),
    args: [],
    size: 2,
    limits: { cpuMs: 20_000, memoryMb: 768 },
    usesPerChild: 1,
  });
  return {
    async toMarkdown(bytes, mediaType, signal) {
      const format = FORMATS.get(mediaTypeEssence(mediaType) ?? '');
      if (!format) throw new EvidenceError('DOCUMENT_UNSUPPORTED');
      const task: OfficeTask = { bytes, format };
      return sandbox.use(signal, async (run) => (await run(task)) as OfficeDocument);
    },
    close: () => sandbox.close(),
  };
}
