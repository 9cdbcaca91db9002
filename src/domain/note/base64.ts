// No Buffer here: the verifier's graph must also run in a browser.

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Standard base64 with padding. @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * The bytes of a base64 text.
 *
 * @returns null unless `text` is the one spelling that {@link encodeBase64} gives: anything laxer would let
 *   the same signature stand in different notes.
 */
export function decodeBase64(text: string): Uint8Array | null {
  if (!BASE64.test(text)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return encodeBase64(bytes) === text ? bytes : null;
}
