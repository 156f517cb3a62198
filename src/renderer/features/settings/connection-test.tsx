import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../client/preferences';
import { core } from '../../client/client';
import { formatNumber } from '../../format/decimal';
import { formatServerText } from '../../format/time';
import { BusyButton } from '../../ui/busy-button';
import { Pill } from '../../ui/pill';
import { SettingRow } from './settings-parts';
import { useChange } from '../../forms/windows/use-change';

/** Reads a small amount of data from the service and shows the result as text. */
export const ConnectionTest = () => {
  const { t } = useTranslation();
  const locale = usePreferences((state) => state.language);
  const test = useChange({ mutationFn: () => core.diagnostics.testConnection() });
  const result = test.data;
  const textOf = (tested: NonNullable<typeof result>): string =>
    tested.ok
      ? [
          t('diagnostics.testOk', { formatted: formatNumber(tested.durationMs, locale) }),
          // As the server's clock shows it, not converted to the time of this computer.
          ...(tested.serverTime === null
            ? []
            : [t('diagnostics.testedAt', { time: formatServerText(tested.serverTime, locale, null) })]),
        ].join(' · ')
      : t('common.sentences', {
          first: t(`errors.${tested.error.code}.title`),
          second: t(`errors.${tested.error.code}.next`),
        });
  return (
    <SettingRow label={t('diagnostics.test')}>
      <span role="status" style={{ minWidth: 0 }}>
        {test.isPending || result === undefined ? null : (
          <Pill tone={result.ok ? 'green' : 'red'}>{textOf(result)}</Pill>
        )}
      </span>
      <BusyButton variant="default" isBusy={test.isPending} onClick={() => test.mutate()}>
        {t(test.isPending ? 'diagnostics.testing' : 'diagnostics.testNow')}
      </BusyButton>
    </SettingRow>
  );
};
