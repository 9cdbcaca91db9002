import type { MonitoredContent } from '../../domain/monitor/content.ts';

/** UTF-16 units of text, and entries, that are kept of a page: about 2 MB of JSON at most. */
const MAX_TEXT_LENGTH = 400_000;
const MAX_LINES = 20_000;
/** Longer lines go on in another one. */
const MAX_LINE_LENGTH = 10_000;
const MAX_ADDRESSES = 5_000;
const MAX_ADDRESS_LENGTH = 2_000;

/** A content within the limits of what is kept, of strings that UTF-8 can say. */
export function capContent(content: Omit<MonitoredContent, 'truncated'>): MonitoredContent {
  const all = content.lines.flatMap(splitLine);
  const lines = capLines(all);
  const links = capAddresses(content.links);
  const images = capAddresses(content.images);
  const truncated =
    lines.length < all.length ||
    links.length < new Set(content.links).size ||
    images.length < new Set(content.images).size;
  return { title: content.title, lines, links, images, truncated };
}

/** @param lines none longer than {@link MAX_LINE_LENGTH}. */
function capLines(lines: readonly string[]): readonly string[] {
  let room = MAX_TEXT_LENGTH;
  const end = lines.findIndex((line, index) => {
    room -= line.length;
    return room < 0 || index >= MAX_LINES;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function splitLine(line: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < line.length; at += MAX_LINE_LENGTH)
    parts.push(line.slice(at, at + MAX_LINE_LENGTH).toWellFormed());
  return parts;
}

/** Each once. An address that is longer than any that works is left out. */
const capAddresses = (addresses: readonly string[]): string[] =>
  [...new Set(addresses)]
    .filter(({ length }) => length <= MAX_ADDRESS_LENGTH)
    .slice(0, MAX_ADDRESSES)
    .map((address) => address.toWellFormed());
