import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fromHex, utf8 } from '../../src/core/bytes.ts';
import { encodeDer, TAG } from '../../src/domain/timestamp/der.ts';
import { parsePemCertificates } from '../../src/domain/timestamp/pem.ts';

/** Whether the `openssl` program is there. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** What is special about an authority. */
export interface AuthorityOptions {
  readonly keys?: 'rsa' | 'p256' | 'p384';
  readonly digest?: 'sha256' | 'sha384' | 'sha512';
  /** Digest that binds the signer's certificate; `sha1` makes the older form of RFC 3161. */
  readonly bindsBy?: 'sha1' | 'sha256';
  /** Validity of the signer's certificate. */
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** `extendedKeyUsage` of the signer's certificate. */
  readonly purpose?: string;
  /** `basicConstraints` of the authority between root and signer. */
  readonly issuing?: string;
  /** `basicConstraints` of the root. */
  readonly rootConstraints?: string;
}

/** A time stamping authority of `openssl ts`: root, issuing authority, signer. */
export interface TestAuthority {
  readonly folder: string;
  /** PEM of the root. */
  readonly rootPath: string;
  readonly root: Uint8Array;
  /** PEM of the certificate that signs tokens. */
  readonly signerPath: string;
  /** Answer a `TimeStampReq`. */
  reply(request: Uint8Array): Uint8Array;
  /** A token over SHA-256 of the data with any time, also by a certificate that OpenSSL would refuse to stamp with. */
  stampAt(data: Uint8Array, at: Date): Uint8Array;
  /** Whether `openssl ts -verify` accepts the answer for the data. @param at as if it were then. */
  accepts(response: Uint8Array, data: Uint8Array, at?: Date): boolean;
  remove(): void;
}

const CONFIG = ({
  digest = 'sha256',
  bindsBy = 'sha256',
  purpose,
  issuing,
  rootConstraints,
}: AuthorityOptions) => `
[ca]
default_ca = ca_default
[ca_default]
new_certs_dir = .
database = index.txt
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = none
unique_subject = no
[any]
commonName = supplied
[root]
basicConstraints = ${rootConstraints ?? 'critical,CA:TRUE'}
keyUsage = critical,keyCertSign
[issuing]
basicConstraints = ${issuing ?? 'critical,CA:TRUE,pathlen:0'}
keyUsage = critical,keyCertSign
[signer]
basicConstraints = CA:FALSE
extendedKeyUsage = ${purpose ?? 'critical,timeStamping'}
[tsa]
default_tsa = t
[t]
serial = serial
signer_digest = ${digest}
default_policy = 1.2.3.4.1
digests = sha256,sha384,sha512
ess_cert_id_alg = ${bindsBy}
`;

const KEY_OPTIONS = {
  rsa: ['-newkey', 'rsa:2048'],
  p256: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const;

/** Make an authority with keys of its own. */
export function makeAuthority(options: AuthorityOptions = {}): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-tsa-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const file = (name: string) => join(folder, name);
  mkdirSync(file('in'));
  writeFileSync(file('openssl.cnf'), CONFIG(options));
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('serial'), '01');
  const keys = KEY_OPTIONS[options.keys ?? 'p256'];
  const year = 365 * 86_400_000;
  const issue = (name: string, issuer: string, [from, to]: readonly [Date, Date]) => {
    openssl(
      'req',
      '-config',
      'openssl.cnf',
      '-new',
      ...keys,
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=Test ${name}`,
    );
    const self = name === issuer ? ['-selfsign'] : ['-cert', `${issuer}.pem`];
    openssl(
      'ca',
      '-config',
      'openssl.cnf',
      '-batch',
      '-notext',
      ...self,
      '-keyfile',
      `${issuer}.key`,
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.pem`,
      '-extensions',
      name,
      '-startdate',
      toUtcTime(from),
      '-enddate',
      toUtcTime(to),
    );
  };
  const long = [new Date(Date.UTC(2019, 0)), new Date(Date.now() + 10 * year)] as const;
  issue('root', 'root', long);
  issue('issuing', 'root', long);
  issue('signer', 'issuing', [options.notBefore ?? long[0], options.notAfter ?? long[1]]);
  let count = 0;
  return {
    folder,
    rootPath: file('root.pem'),
    root: parsePemCertificates(readFileSync(file('root.pem'), 'utf8'))[0]!,
    signerPath: file('signer.pem'),
    reply(request) {
      const name = `in/${count++}`;
      writeFileSync(file(`${name}.tsq`), request);
      openssl(
        'ts',
        '-reply',
        '-config',
        'openssl.cnf',
        '-section',
        't',
        '-queryfile',
        `${name}.tsq`,
        '-signer',
        'signer.pem',
        '-inkey',
        'signer.key',
        '-chain',
        'issuing.pem',
        '-out',
        `${name}.tsr`,
      );
      return new Uint8Array(readFileSync(file(`${name}.tsr`)));
    },
    stampAt(data, at) {
      writeFileSync(file('in/info'), encodeInfo(data, at));
      openssl(
        'cms',
        '-sign',
        '-binary',
        '-nodetach',
        '-nosmimecap',
        '-cades',
        '-md',
        'sha256',
        '-econtent_type',
        '1.2.840.113549.1.9.16.1.4',
        '-in',
        'in/info',
        '-signer',
        'signer.pem',
        '-inkey',
        'signer.key',
        '-certfile',
        'issuing.pem',
        '-outform',
        'DER',
        '-out',
        'in/token',
      );
      const granted = encodeDer(TAG.sequence, encodeDer(TAG.integer, Uint8Array.of(0)));
      return encodeDer(TAG.sequence, granted, new Uint8Array(readFileSync(file('in/token'))));
    },
    accepts(response, data, at) {
      writeFileSync(file('in/verify.tsr'), response);
      writeFileSync(file('in/verify.data'), data);
      const time = at ? ['-attime', String(at.getTime() / 1000)] : [];
      const args = [
        'ts',
        '-verify',
        '-in',
        'in/verify.tsr',
        '-data',
        'in/verify.data',
        '-CAfile',
        'root.pem',
        ...time,
      ];
      return spawnSync('openssl', args, { cwd: folder }).status === 0;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** `TSTInfo` of RFC 3161. */
function encodeInfo(data: Uint8Array, at: Date): Uint8Array {
  const digest = new Uint8Array(createHash('sha256').update(data).digest());
  const one = encodeDer(TAG.integer, Uint8Array.of(1));
  const policy = encodeDer(TAG.oid, Uint8Array.of(0x2a, 3, 4, 1));
  const imprint = encodeDer(
    TAG.sequence,
    fromHex('300d06096086480165030402010500'),
    encodeDer(TAG.octetString, digest),
  );
  const time = encodeDer(TAG.generalizedTime, utf8(`20${toUtcTime(at)}`));
  return encodeDer(TAG.sequence, one, policy, imprint, one, time);
}

/** `YYMMDDHHMMSSZ` */
const toUtcTime = (date: Date): string =>
  `${date
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .slice(2, 14)}Z`;

/** An authority on loopback. */
export interface AuthorityServer {
  readonly url: string;
  /** Requests so far. */
  readonly requests: readonly Uint8Array[];
  /** Answer the next requests like this instead, one for each: status, body, content type. */
  misbehave(...answers: (readonly [status: number, body: Uint8Array | string, contentType?: string])[]): void;
  stop(): Promise<void>;
}

/** Serve an authority over HTTP. */
export async function serveAuthority(authority: TestAuthority): Promise<AuthorityServer> {
  const requests: Uint8Array[] = [];
  const planned: (readonly [number, Uint8Array | string, string?])[] = [];
  const server = createServer(async (request, response) => {
    const body = new Uint8Array(await buffer(request));
    requests.push(body);
    const isQuery =
      request.method === 'POST' && request.headers['content-type'] === 'application/timestamp-query';
    const [status, answer, type = 'application/timestamp-reply'] =
      planned.shift() ?? (isQuery ? ([200, authority.reply(body)] as const) : ([400, ''] as const));
    response.writeHead(status, { 'content-type': type }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    requests,
    misbehave: (...answers) => void planned.push(...answers),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
