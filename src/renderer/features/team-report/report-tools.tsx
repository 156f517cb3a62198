import { MultiSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setParams } from '../../navigation/router';
import { useUsers } from '../../client/queries';
import { peopleOptions } from '../../format/people';
import { ServiceDays } from '../../ui/service-days';
import { DayInput } from '../../ui/day-input';
import { type DayRange, withDay } from '../../format/day-range';
import { type ReportPreset, type Comparison, COMPARISONS, PRESETS } from './report-model';
import css from './team-report.module.css';

interface ToolsProps {
  preset: ReportPreset | undefined;
  range: DayRange;
  people: string[];
  comparison: Comparison;
}

/** The controls for range, people and comparison. Their values are in the address. */
export const ReportTools = ({ preset, range: { from, to }, people, comparison }: ToolsProps) => {
  const { t } = useTranslation();
  const users = useUsers().data ?? [];
  const setDay = (key: 'from' | 'to', value: string): void => {
    if (value !== '') setParams({ range: undefined, ...withDay({ from, to }, key, value) });
  };
  const choosePreset = (value: string | null): void =>
    setParams(
      value === 'custom' || value === null
        ? { range: undefined, from, to }
        : { range: value, from: undefined, to: undefined },
    );
  return (
    <div className={css.tools}>
      <Select
        aria-label={t('activity.range')}
        w={132}
        allowDeselect={false}
        value={preset ?? 'custom'}
        data={[...PRESETS, 'custom' as const].map((name) => ({
          value: name,
          label: t(`activity.preset.${name}`),
        }))}
        onChange={choosePreset}
      />
      <div className={css.day}>
        <DayInput aria-label={t('listTools.from')} value={from} onChange={(day) => setDay('from', day)} />
      </div>
      <div className={css.day}>
        <DayInput aria-label={t('listTools.to')} value={to} onChange={(day) => setDay('to', day)} />
      </div>
      <Select
        aria-label={t('activity.compare')}
        w={152}
        allowDeselect={false}
        value={comparison}
        data={COMPARISONS.map((name) => ({ value: name, label: t(`activity.compareWith.${name}`) }))}
        onChange={(value) => setParams({ vs: value === null || value === 'previous' ? undefined : value })}
      />
      <MultiSelect
        className={css.people ?? ''}
        aria-label={t('activity.people')}
        placeholder={people.length === 0 ? t('activity.allPeople') : ''}
        searchable
        clearable
        value={people}
        data={peopleOptions(users).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => setParams({ people: value.length === 0 ? undefined : value.join(',') })}
      />
      <ServiceDays />
    </div>
  );
};
