/** Loads the initial values of the addressed form and shows its sheet. */
import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import { formatServerTime, zoneOf } from '#shared/domain/time';
import { useRoute } from '../../navigation/router';
import { readLists, useServerOffset } from '../../client/queries';
import { useGiveFocusBack } from '../../ui/give-focus';
import { closeForm, readForm } from '../../navigation/form-route';
import { openSession } from '../opening/open-session';
import type { OpenForm } from '../session/opened-form';
import { FormSheet } from '../sheet/form-sheet';
import { lookupsOf } from '../values/form-specs';
import css from '../forms.module.css';
import { showToast } from './toast-state';

export const OpenFormSheet = ({ address, account }: { address: string; account: Account }) => {
  const { t } = useTranslation();
  const offset = useServerOffset();
  const [form, setForm] = useState<OpenForm | null>(null);
  const { params } = useRoute();
  const queries = useQueryClient();
  useGiveFocusBack();
  useEffect(() => {
    const ref = readForm(params);
    if (ref === null) return closeForm();
    let wanted = true;
    const zone = offset === null ? -new Date().getTimezoneOffset() * 60_000 : zoneOf(offset);
    openSession(ref, {
      accountId: account.id,
      selfUserId: account.selfUserId,
      now: formatServerTime(Math.floor(Date.now() / 60_000) * 60_000, zone),
    })
      .then(async (result) => {
        if (result.ok) await readLists(queries, lookupsOf(result.form.kind));
        if (!wanted) return;
        if (result.ok) return setForm(result.form);
        showToast({ text: t(`form.cannotOpen.${result.why}`) });
        closeForm();
      })
      .catch(() => {
        if (wanted) {
          showToast({ text: t('form.cannotOpen.gone') });
          closeForm();
        }
      });
    return () => {
      wanted = false;
    };
    // The effect depends only on the address, because a later change of the clock offset must not open the
    // form again.
    // eslint-disable-next-line react/exhaustive-deps
  }, [address]);
  if (form === null)
    return (
      <div className={css.opening} aria-hidden>
        <Skeleton height={24} width="40%" />
      </div>
    );
  return <FormSheet form={form} onClosed={() => setForm(null)} />;
};
