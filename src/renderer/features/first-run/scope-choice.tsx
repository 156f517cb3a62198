import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Scope, SCOPES } from '#shared/domain/scopes';
import { writingOf } from '../../client/languages';
import css from './first-run.module.css';

/** The user selects the modules of the service that are requested for the token; at least one. */
export const ScopeChoice = ({
  value,
  onChange,
}: {
  value: readonly Scope[];
  onChange: (value: Scope[]) => void;
}) => {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      size="xs"
      label={t('firstRun.scopes')}
      description={t('firstRun.scopesHint')}
      value={[...value]}
      onChange={(words) => {
        const next = SCOPES.filter((scope) => words.includes(scope));
        if (next.length > 0) onChange(next);
      }}
    >
      <div className={css.scopes}>
        {SCOPES.map((scope) => (
          <Checkbox key={scope} size="xs" value={scope} label={t(`firstRun.scope.${scope}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
};

/** Names the modules that the service did not grant. Everything that does not need them still works. */
export const RefusedScopes = ({ scopes }: { scopes: readonly Scope[] }) => {
  const { t, i18n } = useTranslation();
  const what = scopes
    .map((scope) => t(`firstRun.scope.${scope}`))
    .join(writingOf(i18n.language).listSeparator);
  return scopes.length === 0 ? null : (
    <p className={css.warning} role="status">
      {t('firstRun.refusedScopes', { what })}
    </p>
  );
};
