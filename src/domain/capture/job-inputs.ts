import { fromUtf8, utf8 } from '../../core/bytes.ts';
import { EvidenceError } from '../../core/error.ts';
import { decryptSecret, encryptSecret } from '../../core/sealed-secret.ts';
import type { JobFiles } from '../job/port.ts';
import type { UploadSource, UrlSource } from './capture.ts';
import type { ExtractParameters } from './extract-request.ts';

/** What a waiting extract needs beside its parameters: the uploaded bytes, and source headers, encrypted. */
export class JobInputs {
  readonly #files: JobFiles;
  readonly #secretKey: Uint8Array;

  /** @param secretKey 32 bytes, kept outside the files of the jobs. */
  constructor(files: JobFiles, secretKey: Uint8Array) {
    this.#files = files;
    this.#secretKey = secretKey;
  }

  async write(jobId: string, source: UrlSource | UploadSource): Promise<void> {
    if (source.kind === 'upload') return this.#files.write(jobId, 'upload', source.bytes);
    if (Object.keys(source.headers).length === 0) return;
    const sealed = encryptSecret(this.#secretKey, jobId, utf8(JSON.stringify(source.headers)));
    await this.#files.write(jobId, 'source-headers', sealed);
  }

  /** @throws EvidenceError `INTERNAL` when they are gone, or lie in the data folder of another node. */
  async read(jobId: string, parameters: ExtractParameters): Promise<UrlSource | UploadSource> {
    const { kind, url, filename, declaredMediaType, hasSourceHeaders } = parameters;
    if (kind === 'url')
      return { kind, url: url ?? '', headers: hasSourceHeaders ? await this.#readHeaders(jobId) : {} };
    const bytes = await this.#files.read(jobId, 'upload');
    if (!bytes) throw new EvidenceError('INTERNAL', 'The upload of this job is gone.');
    return { kind, bytes, filename, declaredMediaType };
  }

  async #readHeaders(jobId: string): Promise<Record<string, string>> {
    const sealed = await this.#files.read(jobId, 'source-headers');
    if (!sealed) throw new EvidenceError('INTERNAL', 'The source headers of this job are gone.');
    const text = fromUtf8(decryptSecret(this.#secretKey, jobId, sealed));
    return JSON.parse(text) as Record<string, string>;
  }
}
