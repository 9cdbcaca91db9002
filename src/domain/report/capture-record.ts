import * as z from 'zod/mini';
import { fromUtf8 } from '../../core/bytes.ts';

// A report describes manifests of every origin, tampered ones too: what has another shape is left out, not refused.
const text = z.catch(z.nullable(z.string()), null);
const number = z.catch(z.nullable(z.number()), null);
const list = <T extends z.core.$ZodType>(item: T) => z.catch(z.array(item), []);
const group = <T extends z.core.$ZodShape>(shape: T) => z.catch(z.nullable(z.object(shape)), null);

const recordSchema = z.object({
  request: z.object({ declared_media_type: text }),
  capture: z.object({
    times: z.object({ started: text, navigated: text, settled: text, screenshot: text }),
    redirects: list(z.object({ url: z.string(), status: number, location: text, peer_ip: text })),
    main_response: group({ status: number, protocol: text, body_fidelity: text }),
    network: group({
      peer_ip: text,
      tls: group({ version: text, chain_sha256: list(z.string()) }),
      hosts_contacted: number,
      requests_denied: number,
    }),
    page: group({
      height_px: number,
      tiles: number,
      truncated: z.catch(z.boolean(), false),
      failed_requests: number,
    }),
    clock: group({ server_date: text }),
    redactions: list(z.object({ where: z.string(), reason: z.string() })),
  }),
  software: z.catch(z.record(z.string(), z.string()), {}),
});

/** What a manifest says of its capture beyond the members that the verifier reads. Untrusted text. */
export type CaptureRecord = z.infer<typeof recordSchema>;

/** @returns null when the bytes have no such members at all. */
export function readCaptureRecord(manifest: Uint8Array): CaptureRecord | null {
  try {
    return recordSchema.parse(JSON.parse(fromUtf8(manifest)));
  } catch {
    return null;
  }
}
