/** The actions of an opened record: edit it, or create documents for it. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '#shared/contract/records';
import { isNoId } from '#shared/domain/ids';
import type { IntentKind } from '#shared/domain/intent';
import { HintButton } from '../../ui/hint-button';
import type { About } from '../../navigation/about-here';
import { EDITABLE } from '../../navigation/edit-here';
import { openEdit, openNew } from '../../navigation/form-route';
import { KIND_ICONS } from './kind-icons';
import { useNewKinds } from '../../navigation/new-dialog-state';
import { Hint } from '../../ui/hint';

const opportunityOf = (record: RecordView): string | null =>
  isNoId(record.values.opportunity_id) ? null : String(record.values.opportunity_id);

interface Begin {
  kind: IntentKind;
  about: About;
}
const beginsFrom = (record: RecordView): Begin[] => {
  const { resource, id } = record;
  const opportunity = opportunityOf(record);
  const note: Begin[] =
    opportunity === null ? [] : [{ kind: 'trailNote', about: { resource: 'opportunity', id: opportunity } }];
  switch (resource) {
    case 'company':
      return (['opportunity', 'receipt', 'outboundInvoice', 'trailNote'] as const).map((kind) => ({
        kind,
        about: { resource, id },
      }));
    case 'lead':
      return [{ kind: 'trailNote', about: { resource, id } }];
    case 'order':
      return [
        ...(['outboundInvoice', 'receipt'] as const).map((kind) => ({ kind, about: { resource, id } })),
        ...(note.length > 0 ? note : [{ kind: 'trailNote' as const, about: { resource, id } }]),
      ];
    case 'outboundInvoice':
      return (['receipt', 'trailNote'] as const).map((kind) => ({ kind, about: { resource, id } }));
    case 'quotation':
    case 'trail':
      return note;
    case 'opportunity':
      return [{ kind: 'trailNote', about: { resource, id } }];
    default:
      return [];
  }
};

const wordsOf = (kind: IntentKind, { resource }: About) => {
  if (resource === 'order' && kind !== 'trailNote')
    return kind === 'receipt' ? 'form.receiptForOrder' : 'form.invoiceFromOrder';
  return resource === 'opportunity' ? 'form.noteOnOpportunity' : (`form.new.${kind}` as const);
};

export const RecordActions = ({ record }: { record: RecordView }) => {
  const { t } = useTranslation();
  const kinds = useNewKinds();
  const edited = EDITABLE[record.resource];
  const editable = edited !== undefined && kinds.includes(edited) ? edited : undefined;
  const begins = record.removed ? [] : beginsFrom(record).filter(({ kind }) => kinds.includes(kind));
  return (
    <>
      {begins.length === 0 ? null : (
        <Menu position="bottom-end" width={240} transitionProps={{ duration: 80 }}>
          <Menu.Target>
            <HintButton label={t('form.newFromHere')}>
              <IconPlus size={16} />
            </HintButton>
          </Menu.Target>
          <Menu.Dropdown>
            {begins.map(({ kind, about }) => {
              const Icon = KIND_ICONS[kind];
              return (
                <Menu.Item
                  key={kind}
                  leftSection={<Icon size={15} stroke={1.7} />}
                  onClick={() => openNew(kind, about)}
                >
                  {t(wordsOf(kind, about))}
                </Menu.Item>
              );
            })}
          </Menu.Dropdown>
        </Menu>
      )}
      {editable === undefined || record.removed ? null : (
        <Hint label={t(`form.edit.${editable}`)}>
          <ActionIcon aria-label={t(`form.edit.${editable}`)} onClick={() => openEdit(editable, record.id)}>
            <IconPencil size={16} />
          </ActionIcon>
        </Hint>
      )}
    </>
  );
};
