import { utf8 } from '../../core/bytes.ts';
import type { CapturedArtifact } from '../../domain/capture/artifact.ts';
import type { DocumentText } from './document-text.ts';

const MARKDOWN = {
  mediaType: 'text/markdown',
  role: 'derived',
  derivedFrom: ['source'],
  tool: 'affiant',
} as const;

/**
 * The text as artifacts: `content.md`, `main.md` where the article could be told apart, and `ocr.txt` where
 * pictures were read.
 *
 * @param ocrTool e.g. `tesseract.js/7.0.0 (eng)`.
 */
export function buildTextArtifacts(text: DocumentText, ocrTool: string): CapturedArtifact[] {
  const { markdown, mainContent, ocr } = text;
  const artifacts: CapturedArtifact[] = [
    { ...MARKDOWN, name: 'markdown', path: 'artifacts/content.md', bytes: utf8(markdown) },
  ];
  if (mainContent !== null)
    artifacts.push({
      ...MARKDOWN,
      name: 'main_content',
      path: 'artifacts/main.md',
      bytes: utf8(mainContent),
    });
  if (ocr !== null) artifacts.push(ocrArtifact(ocr, ocrTool));
  return artifacts;
}

const ocrArtifact = ({ text, from }: NonNullable<DocumentText['ocr']>, tool: string): CapturedArtifact => ({
  name: 'ocr',
  path: 'artifacts/ocr.txt',
  mediaType: 'text/plain',
  role: 'derived',
  derivedFrom: from,
  tool,
  bytes: utf8(text),
});
