import type { SignInRepository } from '../../domain/sign-in/port.ts';
import type { Database } from '../database/database.ts';
import { withSignInTables, withSignInTablesIn } from './sign-in-schema.ts';

/** A used nonce is remembered this long after its end: a sign-in that was judged just before it may still be under way. */
const GRACE_MS = 60_000;

/** Sessions and used nonces in SQL. */
export const createSignInRepository = (database: Database): SignInRepository => ({
  open: ({ tokenSha256, address, expiresAt }, used) =>
    database.transaction(async (trx) => {
      const tables = withSignInTablesIn(trx);
      const taken = await tables
        .insertInto('sign_in_nonces')
        .values({ nonce: used.nonce, expires_at: used.expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('nonce')
        .executeTakeFirst();
      if (!taken) return false;
      await tables
        .insertInto('wallet_sessions')
        .values({ token_sha256: tokenSha256, address, expires_at: expiresAt })
        .execute();
      return true;
    }),
  async findAddress(tokenSha256, at) {
    const row = await database.query((db) =>
      withSignInTables(db)
        .selectFrom('wallet_sessions')
        .select('address')
        .where('token_sha256', '=', tokenSha256)
        .where('expires_at', '>', at)
        .executeTakeFirst(),
    );
    return row?.address ?? null;
  },
  async sweep(at) {
    const forgotten = new Date(at.getTime() - GRACE_MS);
    await database.query(async (db) => {
      const tables = withSignInTables(db);
      await tables.deleteFrom('sign_in_nonces').where('expires_at', '<', forgotten).execute();
      await tables.deleteFrom('wallet_sessions').where('expires_at', '<=', at).execute();
    });
  },
});
