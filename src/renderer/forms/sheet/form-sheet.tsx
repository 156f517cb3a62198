/**
 * The frame of every form: a wide sheet over the screen. Esc and the close button close it and keep the
 * draft; ⌘/Ctrl+Enter saves. The focus stays inside and returns afterwards.
 */
import { Button, Drawer } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { core } from '../../client/client';
import { useAppState } from '../../client/queries';
import { exactly, queryKeys } from '../../client/query-keys';
import { watchFocus } from '../../ui/give-focus';
import { isInOtherDialog } from '../../ui/other-dialog';
import { refusedPlaces } from '../fields/asked-fields';
import { CompanyForm } from '../kinds/company-form';
import { DuplicatesNotice } from '../kinds/duplicates-notice';
import { FormContext } from '../session/form-context';
import { draftOfSaved, tellDraftKept, tellSaved } from '../saving/form-outcome';
import { closeThisForm, goOnWith, openDraft, openEdit } from '../../navigation/form-route';
import { currentRoute } from '../../navigation/router';
import { useFormReady } from '../windows/form-ready';
import type { OpenForm } from '../session/opened-form';
import { createFormStore, type FormStore } from '../session/form-store';
import css from '../forms.module.css';
import { InvoiceForm } from '../kinds/invoice-form';
import { NoteForm } from '../kinds/note-form';
import { OpportunityForm } from '../kinds/opportunity-form';
import type { OverOrdered } from '../kinds/order-lines';
import { OverOrderedNotice } from '../kinds/over-ordered-notice';
import { ReceiptForm } from '../kinds/receipt-form';
import { ownDraft } from '../saving/hand-over';
import { endUnanswered, saveForm, type SaveOptions } from '../saving/save-form';
import { draftFailure, saveFailure } from './save-failures';
import { focusFirstIssue, focusSoon, useFirstFocus, useSelectedProposal } from './sheet-focus';
import { useClosingKeys } from './use-closing-keys';
import { useDraftKeptOnLeave } from './use-draft-kept-on-leave';
import { useSaveKey } from './use-save-key';
import { DraftState, IssueCount, SaveButton } from './sheet-foot';
import { Apart, AskedFields, DraftCaution, DraftGone, Refusal } from './sheet-notices';
import { showToast } from '../windows/toast-state';
import { createNextStep, type NextStep } from './save-next-step';

const BODIES: Readonly<Record<OpenForm['kind'], () => ReactNode>> = {
  company: CompanyForm,
  lead: CompanyForm,
  opportunity: OpportunityForm,
  outboundInvoice: InvoiceForm,
  receipt: ReceiptForm,
  trailNote: NoteForm,
};

/** The title of the sheet: the kind, and whether it is new or which record it edits. */
const sheetTitle = (t: TFunction, form: Pick<OpenForm, 'kind' | 'target' | 'intentId'>): string =>
  t(form.target === null && form.intentId === null ? `form.new.${form.kind}` : `form.edit.${form.kind}`);

/** Creates the store of the form. A refused field is marked as an issue. */
const createSheetStore = (form: OpenForm, onDraft: (draftId: string) => void): FormStore => {
  const opened = createFormStore(form, onDraft);
  const { refusal } = form;
  // `wouldClear` is no mistake in the field: all fields of the record are sent then, so the field is not marked.
  if (refusal === null || refusal.field === null || refusal.why === 'wouldClear') return opened;
  const issue = refusal.why === null ? { code: 'refused', message: refusal.message } : { code: 'not-sent' };
  const places = refusedPlaces(form.kind, refusal.field, form.values, form.asked.own);
  opened.actions.setIssues(Object.fromEntries(places.map((place) => [place, issue])));
  return opened;
};

export const FormSheet = ({ form, onClosed }: { form: OpenForm; onClosed: () => void }) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const body = useRef<HTMLDivElement>(null);
  const [address] = useState(() => currentRoute().params.form);
  const [opened] = useState(() =>
    createSheetStore(form, (draftId) => {
      goOnWith(address, draftId);
      void queries.invalidateQueries(exactly(queryKeys.drafts()));
    }),
  );
  const { store, actions } = opened;
  const self = useAppState().data?.account?.selfUserId ?? null;
  const gone = useRef(false);

  const leave = (): void => {
    if (gone.current) return;
    gone.current = true;
    const stay = (text: string): void => {
      gone.current = false;
      showToast({ text });
    };
    const close = async (): Promise<void> => {
      const saved = await endUnanswered(opened);
      await actions.flush();
      const { draft, failure, form: now } = store.getState();
      // If the form were closed now, the typed text would only be in memory.
      if (draft === 'failed') return stay(t(draftFailure(failure)));
      const draftId = await ownDraft(store);
      if (saved !== null) tellSaved(t, queries, now.kind, saved, { also: nextStep().saved() });
      if (draft === 'saved' && draftId !== null) tellDraftKept(t, queries, draftId);
      closeThisForm(address);
      onClosed();
    };
    void close().catch(() => stay(t('form.saveFailed')));
  };
  const step = useRef<NextStep | null>(null);
  /** One for the whole form, so that Undo after a repeated save includes all of its steps. */
  const nextStep = (): NextStep => {
    step.current ??= createNextStep({ accountId: form.accountId, selfUserId: self });
    return step.current;
  };
  /** The draft opens as an edit of the record that was delivered meanwhile. */
  const reopen = (draftId: string): void => {
    gone.current = true;
    void actions.stop().then(() => {
      closeThisForm(address);
      onClosed();
      // Opens after the closed form is gone, because the address of the draft may be the same.
      setTimeout(() => openDraft({ id: draftId, kind: form.kind }), 0);
    });
  };
  const [over, setOver] = useState<readonly OverOrdered[]>([]);
  const agreed = useRef<Omit<SaveOptions, 'before'>>({});
  // The confirmation that more is invoiced than was ordered applies only to these values.
  useEffect(
    () =>
      store.subscribe((now, before) => {
        if (now.values === before.values) return;
        agreed.current = { ...agreed.current, confirmed: false };
        setOver([]);
      }),
    [store],
  );
  const save = (more: typeof agreed.current = {}): void => {
    if (gone.current || store.getState().busy) return;
    agreed.current = { ...agreed.current, ...more };
    const before = async (): Promise<void> => {
      if (form.kind === 'trailNote') await nextStep().save(store.getState().values);
    };
    const hasMoved = watchFocus();
    void saveForm(opened, { ...agreed.current, before })
      .then((result) => {
        if (result.kind === 'over-ordered') return setOver(result.lines);
        const move = { root: body.current, hasMoved };
        if (result.kind === 'draft-gone') return focusSoon(move, '[data-draft-gone] button');
        if (result.kind === 'issues') return focusFirstIssue(move);
        if (result.kind === 'delivered') return reopen(result.draftId);
        if (result.kind === 'refused') return showToast({ text: t(`form.refusedCode.${result.code}`) });
        gone.current = true;
        if (result.kind === 'saved') {
          const { form: now, values } = store.getState();
          const draft = draftOfSaved(now, values);
          tellSaved(t, queries, form.kind, result, { also: nextStep().saved(), draft });
        } else
          void actions
            .stop()
            .then(() => ownDraft(store))
            .then((id) => (id === null ? undefined : core.outbox.deleteDraft({ id })));
        closeThisForm(address);
        onClosed();
        // Another field of the company has an issue, or there is a draft of it: its form contains the new
        // time.
        const unfinished = nextStep().unfinished();
        if (unfinished !== null) openEdit('company', unfinished);
      })
      .catch((error: unknown) => {
        showToast({ text: t(saveFailure(error)) });
      });
  };
  useDraftKeptOnLeave(actions, gone);
  useClosingKeys(body, gone);
  useSaveKey(body, save);
  useFirstFocus(body);
  const selectProposal = useSelectedProposal(
    form.target === null && form.intentId === null && !form.restored,
  );
  useFormReady();
  const Body = BODIES[form.kind];
  return (
    <FormContext value={opened}>
      <Drawer
        opened
        // Escape in a dialog over the form closes only that dialog.
        onClose={() => {
          if (!isInOtherDialog(body.current)) leave();
        }}
        position="right"
        size={760}
        padding={0}
        title={sheetTitle(t, form)}
        transitionProps={{ duration: 120, exitDuration: 0 }}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        overlayProps={{ backgroundOpacity: 0.24 }}
        classNames={{
          body: css.sheet ?? '',
          header: css.sheetHeader ?? '',
          title: css.sheetTitle ?? '',
          content: css.sheetContent ?? '',
        }}
      >
        <div
          className={css.sheetInner}
          ref={body}
          tabIndex={-1}
          onFocus={selectProposal}
          onBlur={() => void actions.flush()}
        >
          <div className={css.sheetBody}>
            <Refusal />
            <Apart />
            <DraftCaution />
            <Body />
          </div>
          <div className={css.sheetFoot}>
            {form.kind === 'company' || form.kind === 'lead' ? <DuplicatesNotice /> : null}
            <DraftGone onSave={() => save({ isSecond: true })} />
            <AskedFields onSave={() => save({ withoutAsked: true })} />
            {over.length === 0 ? null : (
              <OverOrderedNotice
                lines={over}
                onChange={() => {
                  setOver([]);
                  body.current
                    ?.querySelector<HTMLElement>(`[data-field="${over[0]?.ref}.outbound_count"] input`)
                    ?.focus();
                }}
                onSave={() => save({ confirmed: true })}
              />
            )}
            <div className={css.footRow}>
              <DraftState />
              <IssueCount />
              <span className={css.grow} />
              <Button variant="default" size="sm" onClick={leave}>
                {t('form.later')}
              </Button>
              <SaveButton onSave={() => save()} />
            </div>
          </div>
        </div>
      </Drawer>
    </FormContext>
  );
};
