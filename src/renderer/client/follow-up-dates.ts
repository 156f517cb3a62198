/**
 * Whether this computer knows the follow-up dates of all companies. They are in the details of companies, which the
 * service may not give, and which are read after the list. Without them "none planned" would be wrong.
 */
import { useTranslation } from 'react-i18next';
import type { SyncState } from '#shared/contract/sync';
import { useSync } from './events';
import { isMissing, MISSING_WORDS } from './missing-kinds';

const noteOf = (sync: SyncState | null) => {
  const companies = sync?.resources.find(({ resource }) => resource === 'company');
  if (!sync || !companies) return null;
  const { state, records, details, detailsExpected: expected, completeAsOf } = companies;
  if (isMissing(state)) return `list.${MISSING_WORDS[state]}` as const;
  if (completeAsOf !== null && records === 0) return null;
  const notYet = details === 0 ? 'today.followUpsNotYet' : 'today.followUpsPartly';
  if (completeAsOf === null || !sync.newestPagesRead) return notYet;
  // The service gives no details, does not give them any more, or refuses those of every record.
  if (expected === null || expected === 0) return details < records ? 'today.followUpsNeedProfile' : null;
  return details < expected ? notYet : null;
};

/** Says why follow-ups may be missing here; null if all dates are known, or before the core has told anything. */
export const useUnknownDates = (): string | null => {
  const { t } = useTranslation();
  const note = useSync(({ state }) => noteOf(state));
  return note === null ? null : t(note, { what: t('list.what.company') });
};
