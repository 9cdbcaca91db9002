import { utf8 } from '../core/bytes.ts';
import { parseAddress } from '../domain/signing/address.ts';
import { type KeyList, parsePublishedKeys } from '../domain/signing/key-list.ts';
import { parsePemCertificates } from '../domain/timestamp/pem.ts';
import type { VerifyOptions } from '../domain/verification/options.ts';
import { logKeyOf } from '../domain/verification/trust.ts';
import { pageParts, serviceKeysText } from './page-parts.ts';

/** Whose seal the person trusts. */
export interface Trust {
  readonly options: Pick<VerifyOptions, 'trusted' | 'trustEmbedded' | 'log' | 'timestampRoots'>;
  /** The same in words, for the report. */
  readonly words: string;
}

const { trust, ownKeys, ownKeysOrigin, signer, signerFault, keys, keysFault, roots, rootsFault } = pageParts;

const NOBODY: Trust = { options: { trusted: [] }, words: 'nobody: no signer was named' };
const EMBEDDED: Trust = {
  options: { trusted: [], trustEmbedded: true },
  words: 'the list of keys inside the archive',
};

const FIELDS = [
  [signer, signerFault],
  [keys, keysFault],
  [roots, rootsFault],
] as const;

/** The address that was read last: leaving its field tells of a change although nothing changed since. */
let readSigner = '';

/** Offer the keys that came with the page, where some did, and tell of every change. */
export function startTrustForm(onChange: () => void): void {
  const service = readServiceKeys();
  if (service) {
    ownKeys.hidden = false;
    ownKeysOrigin.textContent = service.origin;
    choose('service');
  }
  trust.addEventListener('change', ({ target }) => {
    if (target === signer && signer.value === readSigner) return;
    if (target === keys) choose('list');
    onChange();
  });
  // Whoever types an address means it.
  signer.addEventListener('input', () => choose('address'));
}

/** What the form says now. A field that cannot be used is marked, and trusts nobody. */
export async function readTrust(): Promise<Trust> {
  for (const [field, place] of FIELDS) showFault(field, place, null);
  readSigner = signer.value;
  const { options, words } = await readSealTrust();
  return { options: { ...options, timestampRoots: await readRoots() }, words };
}

async function readSealTrust(): Promise<Trust> {
  switch (trust.querySelector<HTMLInputElement>('input[name=trust]:checked')?.value) {
    case 'service':
      return trustService();
    case 'address':
      return readAddress();
    case 'list':
      return await readKeyFile();
    case 'embedded':
      return EMBEDDED;
    default:
      return NOBODY;
  }
}

function trustService(): Trust {
  const service = readServiceKeys();
  return service
    ? trustKeys(service.list, `the keys of ${service.origin}, as they came with the page`)
    : NOBODY;
}

const trustKeys = (list: KeyList, words: string): Trust => ({
  options: { trusted: list.keys, log: logKeyOf(list) },
  words,
});

function readAddress(): Trust {
  const text = signer.value.trim();
  if (text === '') return NOBODY;
  const address = parseAddress(text);
  if (address) return { options: { trusted: [address] }, words: `the signer ${address}` };
  showFault(
    signer,
    signerFault,
    'This is no address: 0x and 40 hex digits; mixed case must match its checksum.',
  );
  return NOBODY;
}

async function readRoots(): Promise<readonly Uint8Array[]> {
  const [file] = roots.files ?? [];
  if (!file) return [];
  try {
    return parsePemCertificates(await file.text());
  } catch {
    showFault(roots, rootsFault, 'This file holds no certificates (PEM).');
    return [];
  }
}

async function readKeyFile(): Promise<Trust> {
  const [file] = keys.files ?? [];
  if (!file) return NOBODY;
  try {
    const list = parsePublishedKeys(new Uint8Array(await file.arrayBuffer()));
    return trustKeys(list, `the list of keys in the file ${file.name}`);
  } catch {
    showFault(keys, keysFault, 'This file is no list of keys (affiant-keys/v1).');
    return NOBODY;
  }
}

/** A service writes `{"origin", "list"}`; what has another shape is as good as none. */
function readServiceKeys(): { readonly origin: string; readonly list: KeyList } | null {
  try {
    const { origin, list } = JSON.parse(serviceKeysText);
    return { origin: String(origin), list: parsePublishedKeys(utf8(JSON.stringify(list))) };
  } catch {
    return null;
  }
}

function choose(value: string): void {
  const choice = trust.querySelector<HTMLInputElement>(`input[name=trust][value=${value}]`);
  if (choice) choice.checked = true;
}

function showFault(field: HTMLInputElement, place: HTMLElement, fault: string | null): void {
  place.textContent = fault ?? '';
  field.setAttribute('aria-invalid', String(fault !== null));
}
