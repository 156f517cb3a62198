import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntentView } from '#shared/contract/outbox-item';
import { core } from '../../client/client';
import { formatServerText } from '../../format/time';
import { parseTypedId } from '../../format/typed-number';
import { useFormat } from '../../format/use-format';
import { BusyButton } from '../../ui/busy-button';
import { Pill } from '../../ui/pill';
import css from './outbox.module.css';
import { useDecision } from '../../client/outbox-queries';

/**
 * The section for "It arrived": the user picks the record from the candidates, or enters its ID. For an edit,
 * the user only confirms.
 */
export const Candidates = ({ item }: { item: IntentView }) => {
  const { t } = useTranslation();
  const { locale, offsetMs, userName } = useFormat();
  const [id, setId] = useState('');
  const typedId = parseTypedId(id);
  const arrived = useDecision((realId: string | null, operationId) =>
    core.outbox.arrived({ id: item.id, realId, operationId }),
  );
  const needsId = item.command.target === null && item.kind !== 'trailNote';
  const noneText = item.command.target === null ? 'outbox.candidates.none' : 'outbox.candidates.edit';
  const isClaimed = arrived.data?.ok === false && arrived.data.code === 'claimed';
  const refused =
    arrived.data?.ok === false || arrived.isError
      ? t(isClaimed ? 'outbox.act.claimed' : 'outbox.act.failed')
      : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typedId !== null) arrived.mutate(typedId);
  };
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>
        {t(item.candidates.length > 0 ? 'outbox.candidates.title' : 'outbox.candidates.ask')}
      </h3>
      {item.candidates.length > 0 ? null : (
        <p className={css.faint}>
          {t(item.notes.includes('no-read-back') ? 'outbox.candidates.noRead' : noneText)}
        </p>
      )}
      <ul>
        {item.candidates.map((candidate) => (
          <li key={candidate.id} className={css.candidate}>
            <div className={css.candidateText}>
              <b className="truncate selectable">
                {candidate.title || t('outbox.unnamed', { id: candidate.id })}
              </b>
              <span className={css.faint}>
                {candidate.createdAt === null ? null : (
                  <span title={t('outbox.history.serverTime', { time: candidate.createdAt })}>
                    {t('outbox.candidates.made', {
                      time: formatServerText(candidate.createdAt, locale, offsetMs),
                    })}
                  </span>
                )}
                {candidate.createdBy === null
                  ? null
                  : ` ${t('outbox.candidates.by', { who: userName(candidate.createdBy) ?? candidate.createdBy })}`}
              </span>
              <Pill soft tone={candidate.agrees ? 'green' : 'yellow'}>
                {t(candidate.agrees ? 'outbox.candidates.agrees' : 'outbox.candidates.differs')}
              </Pill>
            </div>
            <BusyButton isBusy={arrived.isPending} onClick={() => arrived.mutate(candidate.id)}>
              {t('outbox.candidates.choose')}
            </BusyButton>
          </li>
        ))}
      </ul>
      {needsId ? (
        <form className={css.byId} onSubmit={submit}>
          <TextInput
            label={t('outbox.candidates.byIdLabel')}
            description={t('outbox.candidates.byIdHint')}
            value={id}
            inputMode="numeric"
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <BusyButton type="submit" variant="default" disabled={typedId === null} isBusy={arrived.isPending}>
            {t('outbox.candidates.confirm')}
          </BusyButton>
        </form>
      ) : (
        <div className={css.answer}>
          <BusyButton isBusy={arrived.isPending} onClick={() => arrived.mutate(null)}>
            {t('outbox.candidates.confirm')}
          </BusyButton>
        </div>
      )}
      {refused === null ? null : (
        <p className={css.caution} role="alert">
          {refused}
        </p>
      )}
    </section>
  );
};
