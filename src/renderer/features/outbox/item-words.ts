/** The title of an outbox item: what it is and for whom. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { usePreferences } from '../../client/preferences';
import { formatMoney } from '../../format/decimal';

export interface ItemWords {
  what: string;
  title: string;
  line: string;
}

/** Examples: "New receipt", "USD 1,200.00 for Acme", and both in one line. */
export const useItemWords = (): ((item: IntentView) => ItemWords) => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  return useCallback(
    (item) => {
      const { fields } = item.command;
      const what = t(
        item.command.target === null ? `outbox.create.${item.kind}` : `outbox.change.${item.kind}`,
      );
      const amount =
        'amount' in fields && item.kind === 'receipt'
          ? formatMoney(
              fields.amount,
              locale,
              [fields.currency, item.base?.fields.currency].find((one) => typeof one === 'string'),
            )
          : '';
      const own = amount || item.subject || item.title || item.number || '';
      const who =
        item.party === null
          ? ''
          : item.party.name ||
            t('outbox.unnamed', { id: item.party.ref.startsWith('local:') ? '…' : item.party.ref });
      const withParty =
        own === '' || own === who
          ? who
          : t(item.kind === 'trailNote' ? 'outbox.noteOn' : 'outbox.forParty', { what: own, who });
      const title = who === '' ? own || t('outbox.untitled') : withParty;
      return { what, title, line: `${what} · ${title}` };
    },
    [t, locale],
  );
};
