import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/adapters/database/database.ts';
import { createSignInRepository } from '../../src/adapters/sign-in/sign-in-repository.ts';
import type { SignInRepository } from '../../src/domain/sign-in/port.ts';
import { databaseKinds } from '../support/databases.ts';

const AT = new Date('2026-01-02T03:04:05.678Z');
const plus = (ms: number) => new Date(AT.getTime() + ms);
const session = (tokenSha256: string, expiresAt = plus(1000)) => ({
  tokenSha256,
  address: '0xA',
  expiresAt,
});
const used = (nonce: string, expiresAt = plus(1000)) => ({ nonce, expiresAt });

describe.each(databaseKinds)('sign-ins in $kind', (databases) => {
  const source = databases.prepare();
  let views: Database[];
  let repositories: SignInRepository[];
  let signIns: SignInRepository;
  beforeAll(async () => {
    const place = await source.newPlace();
    const first = await source.open(place);
    // Only a server can be seen by two processes at once.
    views = databases.kind === 'postgres' ? [first, await source.open(place)] : [first];
    repositories = views.map(createSignInRepository);
    signIns = repositories[0]!;
  });

  it('know a session until it ends', async () => {
    expect(await signIns.open(session('a'), used('n1'))).toBe(true);
    expect(await signIns.findAddress('a', plus(999))).toBe('0xA');
    expect(await signIns.findAddress('a', plus(1000))).toBeNull();
    expect(await signIns.findAddress('b', AT)).toBeNull();
  });

  it('give a nonce to one of many at once, whatever their process, and open no other session', async () => {
    const tries = Array.from({ length: 20 }, (_, index) =>
      repositories[index % repositories.length]!.open(session(`many${index}`), used('n2')),
    );
    const opened = await Promise.all(tries);
    expect(opened.filter(Boolean)).toHaveLength(1);
    const known = opened.map((_, index) => signIns.findAddress(`many${index}`, AT));
    expect((await Promise.all(known)).map((address) => address !== null)).toEqual(opened);
  });

  it('forget what has ended, and a nonce only when nobody can be judging it any more', async () => {
    await signIns.open(session('ended', AT), used('n3', AT));
    await signIns.sweep(plus(500));
    expect(await signIns.findAddress('ended', plus(-1))).toBeNull();
    expect(await signIns.findAddress('a', AT)).toBe('0xA');
    expect(await signIns.open(session('again', plus(200_000)), used('n3', AT))).toBe(false);
    await signIns.sweep(plus(61_000));
    expect(await signIns.open(session('again', plus(200_000)), used('n3', AT))).toBe(true);
  });
});
