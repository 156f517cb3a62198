/** The parts of the foot of a form: whether its draft is stored, how many fields to fix, and the button Save. */
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../ui/busy-button';
import { Kbd, MOD_KEY } from '../../ui/layout';
import css from '../forms.module.css';
import { useForm } from '../session/form-context';
import { draftFailure } from './save-failures';

export const DraftState = () => {
  const { t } = useTranslation();
  const draft = useForm((state) => state.draft);
  const failure = useForm((state) => state.failure);
  // After a failed save, later changes are not saved either, until a save succeeds.
  const unsaved = draft === 'failed' || (draft === 'waiting' && failure !== null);
  const why = draftFailure(failure);
  const unlessUnsaved = draft === 'saved' ? t('form.draftSaved') : '';
  return (
    <span className={css.draftState} role="status" data-draft={unsaved ? 'failed' : draft}>
      {unsaved ? t(why) : unlessUnsaved}
    </span>
  );
};

export const IssueCount = () => {
  const { t } = useTranslation();
  const count = useForm(({ issues }) => Object.keys(issues).length);
  return count === 0 ? null : (
    <span className={css.issueCount} role="alert">
      {t('form.issues', { count })}
    </span>
  );
};

export const SaveButton = ({ onSave }: { onSave: () => void }) => {
  const { t } = useTranslation();
  const busy = useForm((state) => state.busy);
  return (
    <BusyButton size="sm" isBusy={busy} onClick={onSave} rightSection={<Kbd>{`${MOD_KEY} ↵`}</Kbd>}>
      {t('form.save')}
    </BusyButton>
  );
};
