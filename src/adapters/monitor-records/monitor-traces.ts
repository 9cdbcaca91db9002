import type { DerivedData } from '../../domain/deletion/port.ts';
import type { MonitorFiles } from '../../domain/monitor/port.ts';
import type { Database } from '../database/database.ts';
import { withMonitorTables } from './monitor-schema.ts';

/**
 * What monitors keep of a bundle: the content that its check saw, and quotes of it in the differences to the
 * versions before and after. A monitor whose baseline went begins anew with its next change.
 */
export const createMonitorTraces = (database: Database, files: MonitorFiles): DerivedData => ({
  async purge({ bundleId }) {
    const checks = await database.query((db) =>
      withMonitorTables(db)
        .selectFrom('monitor_checks')
        .select(['monitor_id', 'check_id', 'bundle_id'])
        .where(({ or, eb }) => or([eb('bundle_id', '=', bundleId), eb('previous_bundle_id', '=', bundleId)]))
        .execute(),
    );
    for (const check of checks) {
      const file = { checkId: check.check_id };
      await files.remove(check.monitor_id, { kind: 'diff', ...file });
      if (check.bundle_id === bundleId) await files.remove(check.monitor_id, { kind: 'content', ...file });
    }
  },
});
