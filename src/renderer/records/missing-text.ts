import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';

import { useIncompleteKinds, useMissingKinds } from '../client/missing-kinds';
import { usePreferences } from '../client/preferences';
import { sentences } from '../format/sentences';
import { listText } from '../format/values';

/** More names than this are not listed. */
const MOST_NAMES = 3;

/**
 * Says which records of these kinds may be in the CRM and not on this computer: kinds that are left out or not
 * permitted (`absent`), and kinds whose copy is not complete (`incomplete`). A text is '' if there are none.
 */
export const useMissingTexts = (kinds: readonly ResourceName[]): { absent: string; incomplete: string } => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const missing = useMissingKinds();
  const absent = kinds.filter((kind) => missing[kind] !== undefined && missing[kind] !== 'not-offered');
  const incomplete = useIncompleteKinds(kinds);
  const named = (list: readonly ResourceName[]): string =>
    listText(
      list.map((kind) => t(`list.what.${kind}`)),
      locale,
    );
  const notAll =
    incomplete.length > MOST_NAMES
      ? t('palette.notAllHere')
      : t('list.notAllHere', { what: named(incomplete) });
  return {
    absent: absent.length === 0 ? '' : t('customer.notInStory', { what: named(absent) }),
    incomplete: incomplete.length === 0 ? '' : notAll,
  };
};

/** Both as one text. */
export const useMissingText = (kinds: readonly ResourceName[]): string => {
  const locale = usePreferences((state) => state.language);
  const { absent, incomplete } = useMissingTexts(kinds);
  return sentences([absent, incomplete], locale);
};
