/**
 * "Next follow-up" below a note about a company, chosen by a button or typed. It is saved with the note, as an edit of
 * the company.
 */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localToServer } from '#shared/domain/time';
import { useServerOffset } from '../../client/queries';
import { MomentControl } from '../fields/controls';
import { useFieldIssue, useForm, useFormActions } from '../session/form-context';
import { textValue } from '../values/form-values';
import css from '../forms.module.css';
import { NEXT_STEP } from '../sheet/save-next-step';
import { PLAN_CHOICES, planned } from '../../navigation/plan-state';

export const NextStep = () => {
  const { t } = useTranslation();
  const actions = useFormActions();
  const offsetMs = useServerOffset();
  const value = useForm(({ values }) => textValue(values.fields[NEXT_STEP]));
  const isBad = useFieldIssue({ name: NEXT_STEP }) !== undefined;
  return (
    <div className={css.nextStep} data-field={`fields.${NEXT_STEP}`} data-bad={isBad ? 'true' : undefined}>
      <MomentControl
        isPlan
        label={t('form.nextStep.label')}
        hint={t(offsetMs === null ? 'form.serviceTime' : 'form.nextStep.hint')}
        error={undefined}
        required={false}
        disabled={false}
        focused={false}
        value={value}
        onChange={(chosen) => actions.setField(NEXT_STEP, chosen)}
        place={`fields.${NEXT_STEP}`}
      />
      <div className={css.nextSteps} role="group" aria-label={t('form.nextStep.label')}>
        {PLAN_CHOICES.map((choice) => {
          const time = localToServer(planned(choice, new Date()), offsetMs);
          return (
            <Button
              key={choice}
              variant={value === time ? 'light' : 'default'}
              size="compact-xs"
              aria-pressed={value === time}
              onClick={() => actions.setField(NEXT_STEP, value === time ? '' : time)}
            >
              {t(`form.plan.${choice}`)}
            </Button>
          );
        })}
      </div>
    </div>
  );
};
