import type { ErrorCode } from '../../core/error-codes.ts';
import type { MainDocument, PageSnapshot, RenderOptions } from '../../domain/capture/port.ts';
import type { AllowedNetwork } from '../../domain/egress/port.ts';
import type { BrowserSearch } from './find-browser.ts';
import type { BrowserNews, RendererParts } from './renderer.ts';

/** What the renderer in the child is built from. */
export interface ChildParts {
  readonly search: BrowserSearch;
  /** Networks that its proxy lets pages reach besides public ones. */
  readonly networks: readonly AllowedNetwork[];
  readonly tempDir: string;
  readonly limits: RendererParts['limits'];
}

/** To the child. `open` comes first and once. */
export type ChildOrder =
  | { readonly kind: 'open'; readonly parts: ChildParts }
  | {
      readonly kind: 'render';
      readonly id: number;
      readonly main: MainDocument;
      readonly options: RenderOptions;
    }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close' };

/** An error on its way to the parent: what a caller may see, and its cause as text for the log. */
export interface SentError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly hint: string;
  readonly cause: string;
}

/** From the child. Every `render` is answered by one `rendered` or `failed`. */
export type ChildReport =
  | { readonly kind: 'browser-started' | 'browser-ended'; readonly news: BrowserNews }
  | { readonly kind: 'rendered'; readonly id: number; readonly snapshot: PageSnapshot }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError };
