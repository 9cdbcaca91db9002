import { decodeBase64 } from '../note/base64.ts';
import { parseCertificate } from './certificate.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM file, DER.
 *
 * @throws TypeError when there is none, or one is malformed.
 * @see https://www.rfc-editor.org/rfc/rfc7468
 */
export function parsePemCertificates(text: string): Uint8Array[] {
  const certificates = [...text.matchAll(CERTIFICATE)].map(([, body = '']) => {
    const der = decodeBase64(body.replace(/\s/g, ''));
    if (!der) throw new TypeError('PEM: not base64');
    return parseCertificate(der).raw;
  });
  if (certificates.length === 0) throw new TypeError('PEM: no certificate');
  return certificates;
}
