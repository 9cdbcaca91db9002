import type { DomElement } from './dom.ts';
import { inlineMarkdown } from './raw-markdown.ts';

/** Ids that pages and their generators give to notes. */
const NOTE_ID = /^(?:fn|footnote|cite_note|note|endnote|_ftn(?!ref))/i;
const BACK_LINKS =
  '[role="doc-backlink"], .footnote-backref, .footnote-back, .mw-cite-backlink, .reversefootnote, a[rev="footnote"]';

/**
 * Turns footnotes into Markdown's: a raised link to a note becomes `[^1]`, the note begins with `[^1]:`.
 * A link counts when its fragment names a note of this page, also after a browser made it absolute.
 */
export function markFootnotes(root: DomElement): void {
  const notes = notesById(root);
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  for (const link of root.querySelectorAll('sup a[href*="#"], a[role="doc-noteref"][href*="#"]')) {
    const id = decodeFragment(link.getAttribute('href') ?? '');
    const note = notes.get(id);
    if (!note || note.contains(link)) continue;
    const label = labels.get(id) ?? labelOf(link, id, taken);
    labels.set(id, label);
    taken.add(label);
    (link.closest('sup') ?? link).replaceWith(inlineMarkdown(root, `[^${label}]`));
  }
  for (const [id, label] of labels) labelNote(notes.get(id), label);
}

function notesById(root: DomElement): ReadonlyMap<string, DomElement> {
  const notes = new Map<string, DomElement>();
  for (const element of root.querySelectorAll('li[id], p[id], div[id], aside[id], dd[id]')) {
    const id = element.getAttribute('id') ?? '';
    const role = element.getAttribute('role');
    const isNote = NOTE_ID.test(id) || role === 'doc-footnote' || role === 'doc-endnote';
    if (isNote && !notes.has(id)) notes.set(id, element);
  }
  return notes;
}

/** The number that readers see, unless two notes show the same one. */
function labelOf(link: DomElement, id: string, taken: ReadonlySet<string>): string {
  const shown = link.textContent.replace(/[^\p{L}\p{N}]/gu, '');
  return shown && shown.length <= 8 && !taken.has(shown) ? shown : id.replace(/[^\w-]/g, '-');
}

function labelNote(note: DomElement | undefined, label: string): void {
  if (!note) return;
  for (const back of note.querySelectorAll(BACK_LINKS)) back.remove();
  const first = note.children[0];
  const target = first?.nodeName === 'P' ? first : note;
  target.prepend(inlineMarkdown(note, `[^${label}]:`), ' ');
}

function decodeFragment(href: string): string {
  const fragment = href.slice(href.indexOf('#') + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
