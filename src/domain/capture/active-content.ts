/** Markup by which a document runs code by itself: its own, or that of a frame, which may share its origin. */
const ACTIVE = /<(?:\w+:)?(?:script|iframe|frame|object|embed)\b|[\s"'/]on[a-z]+\s*=/i;

/**
 * Whether a document, as it was served, could run code without being clicked. Errs on the side of yes: a no
 * means that nothing changes the document once it is loaded.
 *
 * @param body bytes of HTML in any encoding.
 */
export function mayRunCode(body: Uint8Array): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  // A NUL means UTF-16 or worse: nothing can be told from single bytes.
  return text.includes('\0') || ACTIVE.test(text);
}
