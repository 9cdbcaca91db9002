import { crc32, deflateRawSync } from 'node:zlib';

/** One entry as it shall stand in a ZIP, however wrong. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly data?: Uint8Array;
  readonly deflate?: boolean;
  /** Unix mode with file type. */
  readonly mode?: number;
  readonly flags?: number;
  /** Name in the local header, when it shall differ. */
  readonly localName?: string;
  /** Another entry's offset, so that both read the same bytes. */
  readonly offset?: number;
  readonly extra?: Buffer;
}

/** A ZIP of exactly these entries, without any of the checks that writers make. */
export function rawZip(entries: readonly RawEntry[], { statedCount = entries.length }: { statedCount?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let cursor = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? []);
    const packed = entry.deflate ? deflateRawSync(data) : data;
    const local = localHeader(entry, { data, packed });
    directory.push(directoryRecord(entry, { data, packed, offset: entry.offset ?? cursor }));
    parts.push(local, packed);
    cursor += local.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(statedCount, 8);
  end.writeUInt16LE(statedCount, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(cursor, 16);
  return Buffer.concat([...parts, listing, end]);
}

interface Packed {
  readonly data: Buffer;
  readonly packed: Buffer;
}

function common(entry: RawEntry, { data, packed }: Packed, name: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(entry.flags ?? 0x800, 2);
  fields.writeUInt16LE(entry.deflate ? 8 : 0, 4);
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(data.length, 18);
  fields.writeUInt16LE(name.length, 22);
  fields.writeUInt16LE(entry.extra?.length ?? 0, 24);
  return fields;
}

function localHeader(entry: RawEntry, packed: Packed): Buffer {
  const name = Buffer.from(entry.localName ?? entry.name);
  return Buffer.concat([Buffer.from('504b0304', 'hex'), common(entry, packed, name), name, entry.extra ?? Buffer.alloc(0)]);
}

function directoryRecord(entry: RawEntry, packed: Packed & { offset: number }): Buffer {
  const name = Buffer.from(entry.name);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
  rest.writeUInt32LE(packed.offset, 10);
  const made = Buffer.from('504b01021403', 'hex');
  return Buffer.concat([made, common(entry, packed, name), rest, name, entry.extra ?? Buffer.alloc(0)]);
}
