/**
 * The fields for the user and the type of sign-in. A rep enters e-mail and password. The fields for the
 * administrator (client ID and secret, type of sign-in, requested access) are under "Advanced", which opens
 * automatically if one of them is missing.
 */
import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CredentialsDraft, type DraftField, TECHNICAL } from './credentials-draft';
import css from './first-run.module.css';
import { ScopeChoice } from './scope-choice';

interface FieldsProps {
  value: CredentialsDraft;
  onChange: (value: CredentialsDraft) => void;
  /** The fields that were missing when the form was submitted. */
  missing: readonly DraftField[];
  /** The field on which a dialog begins. */
  first?: DraftField | undefined;
}

/** Gives a field its name for `focusField`, and marks it as missing. */
const useField = ({ value, onChange, missing, first }: FieldsProps) => {
  const { t } = useTranslation();
  return (key: DraftField) => ({
    value: value[key],
    'data-field': key,
    ...(key === first ? { 'data-autofocus': true } : {}),
    onChange: (event: { currentTarget: { value: string } }): void =>
      onChange({ ...value, [key]: event.currentTarget.value }),
    ...(missing.includes(key) && value[key] === '' ? { error: t('firstRun.required') } : {}),
  });
};

/** E-mail and password, if the sign-in uses them. */
export const PersonFields = (props: FieldsProps) => {
  const { t } = useTranslation();
  const field = useField(props);
  return props.value.kind === 'password' ? (
    <div className={css.pair}>
      <TextInput type="email" label={t('firstRun.username')} {...field('username')} autoComplete="off" />
      <PasswordInput size="xs" label={t('firstRun.password')} {...field('password')} autoComplete="off" />
    </div>
  ) : null;
};

/** The fields for the administrator. `children`: more of these fields, placed before the requested access. */
export const AdvancedFields = ({
  opened,
  onToggle,
  children,
  ...props
}: FieldsProps & { opened: boolean; onToggle: (opened: boolean) => void; children?: ReactNode }) => {
  const { t } = useTranslation();
  const field = useField(props);
  const { value, onChange } = props;
  const needed = TECHNICAL.some((key) => props.missing.includes(key) && value[key] === '');
  return (
    <details
      className={css.advanced}
      open={opened || needed}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        {t('firstRun.advanced')} <small>{t('firstRun.advancedHint')}</small>
      </summary>
      <SegmentedControl
        fullWidth
        aria-label={t('firstRun.way')}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        data={(['password', 'client', 'token'] as const).map((kind) => ({
          value: kind,
          label: t(`firstRun.kind.${kind}`),
        }))}
      />
      {value.kind === 'token' ? (
        <PasswordInput
          size="xs"
          label={t('firstRun.token')}
          description={t('firstRun.tokenHint')}
          {...field('accessToken')}
          autoComplete="off"
        />
      ) : (
        <div className={css.pair}>
          <TextInput
            label={t('firstRun.clientId')}
            {...field('clientId')}
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordInput
            size="xs"
            label={t('firstRun.clientSecret')}
            {...field('clientSecret')}
            autoComplete="off"
          />
        </div>
      )}
      {children}
      {value.kind === 'token' ? null : (
        <ScopeChoice value={value.scopes} onChange={(scopes) => onChange({ ...value, scopes })} />
      )}
    </details>
  );
};

/** Moves the focus to the first missing field, after the section that contains it is open. */
export const focusField = (form: HTMLFormElement | null, [first]: readonly string[]): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus());
};
