/** The window for the next follow-up: four usual times with keys, or a typed time. */
import { Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localToServer } from '#shared/domain/time';
import { useAppState, useRecord, useServerOffset } from '../../client/queries';
import { formatServerText } from '../../format/time';
import { localTextOf, parseTypedMoment } from '../../format/typed-moment';
import { usePreferences } from '../../client/preferences';
import { useCloseInFront } from '../../ui/close-in-front';
import { useGiveFocusBack } from '../../ui/give-focus';
import { offProps } from '../../ui/off-props';
import { Kbd } from '../../ui/layout';
import { useNow } from '../../ui/use-now';
import { tellSaved } from '../saving/form-outcome';
import { openEdit } from '../../navigation/form-route';
import css from '../forms.module.css';
import { planFollowUp } from './plan-follow-up';
import { closePlan, closePlanOf, PLAN_CHOICES, planned } from '../../navigation/plan-state';
import { showToast } from './toast-state';

/** The key of the text field; it follows the keys of the choices. */
const FIELD_KEY = String(PLAN_CHOICES.length + 1);

/**
 * Returns the typed time as local text; a day without a time has the time 00:00:00, which means the whole
 * day.
 */
const localOf = (typed: string): string | null => {
  const moment = parseTypedMoment(typed, { now: new Date(), forward: true, isPlan: true });
  return moment ? localTextOf(moment) : null;
};

const PlanChoices = ({ companyId }: { companyId: string }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const offsetMs = useServerOffset();
  const locale = usePreferences((state) => state.language);
  const account = useAppState().data?.account;
  // The window belongs to the account in which it was opened.
  const [planner] = useState({ accountId: account?.id ?? null, selfUserId: account?.selfUserId ?? null });
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [unread, setUnread] = useState(false);
  const [busy, setBusy] = useState(false);
  // A window that stays open over midnight shows the days of the new day, and a key chooses what is shown.
  const now = useNow(60_000);
  const shown = (local: string): string => formatServerText(localToServer(local, offsetMs), locale, offsetMs);
  const choose = (local: string): void => {
    if (busy) return;
    setBusy(true);
    planFollowUp(companyId, localToServer(local, offsetMs), planner)
      .then((result) => {
        closePlanOf(companyId);
        if (result.kind === 'saved') tellSaved(t, queries, 'company', result);
        else if (result.kind === 'form') openEdit('company', companyId);
        else if (result.kind === 'gone') showToast({ text: t('form.cannotOpen.gone') });
      })
      .catch(() => {
        setBusy(false);
        showToast({ text: t('form.saveFailed') });
      });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const local = localOf(typed);
    setUnread(local === null);
    if (local !== null) choose(local);
  };
  const byKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = PLAN_CHOICES[Number(event.key) - 1];
    if (event.key === FIELD_KEY) field.current?.focus();
    else if (choice !== undefined) choose(planned(choice, new Date(now)));
    else return;
    event.preventDefault();
  };
  // Not on the form: a key may come before the window has the focus.
  useLayoutEffect(() => {
    window.addEventListener('keydown', byKey);
    return () => window.removeEventListener('keydown', byKey);
  });
  const read = typed === '' ? null : localOf(typed);
  const description = [
    ...(offsetMs === null ? [t('form.serviceTime')] : []),
    ...(read === null ? [] : [shown(read)]),
  ].join(' ');
  return (
    <form className={css.newList} onSubmit={submit}>
      {PLAN_CHOICES.map((choice, at) => {
        const local = planned(choice, new Date(now));
        return (
          <button
            key={choice}
            type="button"
            className={css.newItem}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            {...offProps(busy, () => choose(local))}
          >
            <span>{t(`form.plan.${choice}`)}</span>
            <small>{shown(local)}</small>
            <Kbd>{String(at + 1)}</Kbd>
          </button>
        );
      })}
      <TextInput
        mt={6}
        label={t('form.plan.typed')}
        placeholder={t('form.typedMoment')}
        value={typed}
        ref={field}
        rightSection={<Kbd>{FIELD_KEY}</Kbd>}
        autoComplete="off"
        {...(unread ? { error: t('form.plan.unread') } : {})}
        {...(description === '' ? {} : { description })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setUnread(false);
        }}
      />
    </form>
  );
};

/** Exists only while it is open. */
export const PlanWindow = ({ companyId }: { companyId: string }) => {
  const { t } = useTranslation();
  const name = useRecord('company', companyId).data?.title ?? '';
  useGiveFocusBack();
  const { own, close } = useCloseInFront(closePlan);
  return (
    <Modal
      opened
      onClose={close}
      title={<span ref={own}>{name === '' ? t('form.plan.title') : t('form.plan.titleFor', { name })}</span>}
      size={440}
      padding="md"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <PlanChoices companyId={companyId} />
    </Modal>
  );
};
