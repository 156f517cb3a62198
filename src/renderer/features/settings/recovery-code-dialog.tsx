import { Button, CopyButton as Copier, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/accounts';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { failureOf } from '../../client/failure-of';
import { putAppState } from '../../client/queries';
import { sentences } from '../../format/sentences';
import { formatServerDay } from '../../format/time';
import { dayText } from '../../format/local-day';
import { BusyButton } from '../../ui/busy-button';
import { type FileResult, saveFile } from '../../ui/save-file';
import { SavedFileNote } from '../../ui/saved-file-note';
import { FailureNote } from '../../ui/failure-note';
import css from './recovery-code.module.css';
import { recoveryCodeOffer } from './recovery-code-offer';
import { Dialog } from '../../ui/dialog';

interface Offer {
  code: string;
  ask: number[];
  offerId: string;
}

/**
 * Shows a recovery code, lets the user save it, and asks for a part of it. Nothing changes before that.
 * `renewing`: the outbox is already encrypted.
 */
export const RecoveryCodeDialog = ({
  account,
  renewing,
  onClose,
}: {
  account: Account;
  renewing: boolean;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [checking, setChecking] = useState(false);
  const made = useQuery(recoveryCodeOffer());
  const offer = made.data?.ok ? made.data : undefined;
  const refused = made.data?.ok === false ? made.data.error : null;
  const failure = made.isError ? failureOf(made.error) : refused;
  const close = (): void => {
    if (offer) void core.accounts.withdrawCode({ offerId: offer.offerId }).catch(() => undefined);
    onClose();
  };
  const renew = (): void => {
    setChecking(false);
    void made.refetch({ cancelRefetch: false });
  };
  const step = () => {
    if (failure)
      return (
        <div className={css.body}>
          <FailureNote asked failure={failure} />
          <div className={css.actions}>
            <BusyButton isBusy={made.isFetching} onClick={() => void made.refetch({ cancelRefetch: false })}>
              {t('common.retry')}
            </BusyButton>
            <Button variant="subtle" color="gray" onClick={close}>
              {t('common.cancel')}
            </Button>
          </div>
        </div>
      );
    if (offer === undefined || made.isFetching)
      return <p className={css.text}>{t('protection.code.preparing')}</p>;
    return checking ? (
      <CheckCode
        offer={offer}
        renewing={renewing}
        onBack={() => setChecking(false)}
        onRenew={renew}
        onDone={onClose}
      />
    ) : (
      <ShowCode
        offer={offer}
        account={account}
        renewing={renewing}
        onKept={() => setChecking(true)}
        onClose={close}
      />
    );
  };
  return (
    <Dialog
      width={500}
      onClose={close}
      title={
        checking
          ? t('protection.check.title')
          : t(renewing ? 'protection.code.newTitle' : 'protection.code.title')
      }
      closeOnClickOutside={false}
    >
      {step()}
    </Dialog>
  );
};

const ShowCode = ({
  offer: { code },
  account,
  renewing,
  onKept,
  onClose,
}: {
  offer: Offer;
  account: Account;
  renewing: boolean;
  onKept: () => void;
  onClose: () => void;
}) => {
  const { t, i18n } = useTranslation();
  const [saved, setSaved] = useState<FileResult | null>(null);
  const shown = useRef<HTMLDivElement>(null);
  // The dialog was there before the code, and a pressed "Try again" is gone now.
  useEffect(() => shown.current?.focus(), []);
  const lines = useSheetLines(account);
  const save = (): void => {
    const name = `${t('protection.sheet.file')}.txt`;
    const facts = lines.facts.map(([label, text]) => t('document.labelled', { label, text }));
    const sheet = [lines.title, '', code, '', ...facts, '', lines.use, lines.safe, ''];
    // Old Windows editors need the byte order mark to detect UTF-8, and CR LF line ends.
    const text = `\uFEFF${sheet.join('\r\n')}`;
    setSaved(null);
    void saveFile(new Blob([text], { type: 'text/plain' }), name).then(setSaved);
  };
  return (
    <div className={css.body}>
      <p className={css.text}>
        {sentences([t('protection.code.text'), renewing ? t('protection.code.newText') : ''], i18n.language)}
      </p>
      <div ref={shown} className={css.code} role="group" aria-label={t('protection.code.label')} tabIndex={0}>
        {code.split('-').map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </div>
      <div className={css.tools}>
        <Copier value={code} timeout={1500}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
              onClick={copy}
            >
              {copied ? t('common.copied') : t('protection.code.copy')}
            </Button>
          )}
        </Copier>
        <Button variant="default" leftSection={<IconDownload size={15} />} onClick={save}>
          {t('protection.code.save')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => window.print()}>
          {t('protection.code.print')}
        </Button>
        <span role="status" className={css.saved}>
          {saved === null ? null : <SavedFileNote file={saved} />}
        </span>
      </div>
      <p className={css.text}>{t('protection.code.keep')}</p>
      <div className={css.actions}>
        <Button onClick={onKept}>{t('protection.code.kept')}</Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
      {createPortal(<Sheet code={code} lines={lines} />, document.body)}
    </div>
  );
};

const CheckCode = ({
  offer: { ask, offerId },
  renewing,
  onBack,
  onRenew,
  onDone,
}: {
  offer: Offer;
  renewing: boolean;
  onBack: () => void;
  /** The code is not offered any more: the user wants another one. */
  onRenew: () => void;
  onDone: () => void;
}) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [groups, setGroups] = useState(ask.map(() => ''));
  const confirm = useMutation({
    mutationFn: () => core.accounts.confirmCode({ groups, offerId }),
    onSuccess: (outcome) => {
      if (!outcome.ok) return;
      putAppState(queries, outcome.state);
      onDone();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  const refused = confirm.data && !confirm.data.ok ? confirm.data.error : null;
  const failure = confirm.isError ? { code: 'internal' as const } : refused;
  const wrong = failure?.code === 'code-wrong';
  return (
    <form className={css.body} onSubmit={submit}>
      <p className={css.text}>{t('protection.check.text')}</p>
      <div className={css.groups}>
        {ask.map((place, at) => (
          <TextInput
            key={place}
            label={t('protection.check.group', { n: place + 1 })}
            value={groups[at] ?? ''}
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            classNames={{ input: css.typed ?? '' }}
            error={wrong}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            onChange={({ currentTarget: { value } }) => {
              confirm.reset();
              setGroups(groups.map((group, n) => (n === at ? value : group)));
            }}
          />
        ))}
      </div>
      <p role="alert" className={css.wrong}>
        {wrong ? t('protection.check.wrong') : ''}
      </p>
      {failure && !wrong ? <FailureNote asked failure={failure} /> : null}
      {failure?.code === 'code-outdated' ? (
        <div className={css.actions}>
          <Button onClick={onRenew}>{t('protection.check.renew')}</Button>
        </div>
      ) : (
        <div className={css.actions}>
          <BusyButton
            type="submit"
            disabled={groups.some((group) => group.trim() === '')}
            isBusy={confirm.isPending}
          >
            {confirm.isPending
              ? t(renewing ? 'protection.check.confirming' : 'protection.check.encrypting')
              : t(renewing ? 'protection.check.confirm' : 'protection.check.encrypt')}
          </BusyButton>
          <BusyButton variant="subtle" color="gray" isBusy={confirm.isPending} onClick={onBack}>
            {t('protection.check.back')}
          </BusyButton>
        </div>
      )}
    </form>
  );
};

interface SheetLines {
  title: string;
  facts: [string, string][];
  use: string;
  safe: string;
}
const useSheetLines = (account: Account): SheetLines => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const [madeOn] = useState(() => dayText(new Date()));
  return {
    title: t('protection.sheet.title'),
    use: t('protection.sheet.use'),
    safe: t('protection.sheet.safe'),
    facts: [
      [t('protection.sheet.account'), account.name || account.baseUrl],
      [t('protection.sheet.service'), account.demo ? t('settings.bundled') : account.baseUrl],
      [t('protection.sheet.made'), formatServerDay(madeOn, locale, null)],
    ],
  };
};

/** The content that is printed instead of the screen. */
const Sheet = ({ code, lines }: { code: string; lines: SheetLines }) => (
  <div className={css.sheet} data-print-code aria-hidden>
    <h1>{lines.title}</h1>
    <p className={css.printed}>{code}</p>
    <dl>
      {lines.facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p>{lines.use}</p>
    <p>{lines.safe}</p>
  </div>
);
