/** What a form says above its fields and above its buttons: a refusal, another window, a question before the save. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KIND_TABLES } from '#shared/domain/intent-tables';
import { useFieldWords } from '../fields/form-field';
import { Notice } from '../fields/notice';
import css from '../forms.module.css';
import { areOnlyAsked } from '../saving/typed-command';
import { useForm } from '../session/form-context';
import type { OpenForm } from '../session/opened-form';

/** Names a refused field with the labels of contacts or lines, if it belongs to one. */
const refusedPlace = (kind: OpenForm['kind'], field: string): { name: string; child?: string } => {
  const tables = KIND_TABLES[kind];
  const ofChild = !(field in tables.fields) && field in tables.children;
  return ofChild ? { name: field, child: '' } : { name: field };
};

export const Refusal = () => {
  const { t, i18n } = useTranslation();
  const { refusal, kind, asked } = useForm(({ form }) => form);
  const words = useFieldWords(kind);
  if (refusal === null) return null;
  const { why, field: name } = refusal;
  const message = refusal.message.trim() === '' && why === null ? t('form.noReason') : refusal.message;
  const field = name === null ? '' : (asked.own?.name ?? words.label(refusedPlace(kind, name)));
  if (why !== null)
    return (
      <Notice tone="red" title={t('form.notSentTitle')}>
        {t(i18n.exists(`form.why.${why}`) ? `form.why.${why}` : `outbox.why.${why}`, {
          field,
          value: message,
        })}
      </Notice>
    );
  return (
    <Notice tone="red" title={t('form.refusedTitle')}>
      {name === null ? message : t('form.refusedAt', { field, message })}
    </Notice>
  );
};

/** Shown if another window changed the same draft; both drafts are kept. */
export const Apart = () => {
  const { t } = useTranslation();
  const isApart = useForm((state) => state.isApart);
  return isApart ? <Notice tone="yellow">{t('form.apart')}</Notice> : null;
};

/** What the user must know before saving a draft of an item. */
export const DraftCaution = () => {
  const { t } = useTranslation();
  const caution = useForm(({ form }) => form.caution);
  return caution === null ? null : <Notice tone="yellow">{t(`form.caution.${caution}`)}</Notice>;
};

/** A question before the save, with the button that saves anyway. */
const SaveQuestion = ({ text, save, onSave }: { text: string; save: string; onSave: () => void }) => (
  <Notice tone="yellow">
    {text}
    <div className={css.footRow}>
      <span className={css.grow} />
      <Button size="xs" variant="default" onClick={onSave}>
        {save}
      </Button>
    </div>
  </Notice>
);

/** Asks before a form is saved whose draft was saved or discarded in another window. */
export const DraftGone = ({ onSave }: { onSave: () => void }) => {
  const { t } = useTranslation();
  const isDraftGone = useForm((state) => state.isDraftGone);
  return isDraftGone ? (
    <div role="alert" data-draft-gone>
      <SaveQuestion text={t('form.draftGone.text')} save={t('form.draftGone.save')} onSave={onSave} />
    </div>
  ) : null;
};

/** Lets the user save without the fields that only the service's list asks for. */
export const AskedFields = ({ onSave }: { onSave: () => void }) => {
  const { t } = useTranslation();
  const isPassable = useForm(({ issues }) => areOnlyAsked(issues));
  return isPassable ? (
    <div role="alert">
      <SaveQuestion text={t('form.asked.text')} save={t('form.asked.save')} onSave={onSave} />
    </div>
  ) : null;
};
