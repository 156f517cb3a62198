/** What an opportunity chooses from: the contacts of its customer, and the stages of the sales processes. */
import { useMemo } from 'react';
import { isLocalRef } from '#shared/domain/intent';
import { isNoId } from '#shared/domain/ids';
import { linesOf } from '#shared/domain/nested-values';
import { isOffered } from '#shared/http-api/lookups';
import { useLookupItems, useRecord } from '../../client/queries';
import { useForm, useFormActions } from '../session/form-context';
import { textValue, type TypedValue } from '../session/form-values';
import type { Option } from './options';

const STAGES = 'opportunityStage';
const FLOWS = 'opportunityFlow';

/** Contacts that the CRM has. A contact that is not sent yet has no id that an opportunity could name. */
export const useContactsOf = (): Option[] => {
  const companyId = useForm(({ values }) => textValue(values.fields.company_id));
  const company = useRecord('company', companyId).data;
  return useMemo(
    () =>
      linesOf(company?.values.customers).flatMap(({ customer_id: id, name, email }): Option[] =>
        isNoId(id) || isLocalRef(id)
          ? []
          : [
              {
                id: String(id),
                name:
                  ([name, email].find((text) => typeof text === 'string' && text !== '') as string) ??
                  `#${String(id)}`,
              },
            ],
      ),
    [company],
  );
};

/**
 * The stages that the CRM offers, and the one that the form has: a record may be in a stage that was switched
 * off since. Each stands under the name of its sales process if there are several.
 */
export const useStages = (): Option[] => {
  const present = useForm(({ values }) => textValue(values.fields.stage));
  const stages = useLookupItems(STAGES).data;
  const flows = useLookupItems(FLOWS).data;
  return useMemo(() => {
    const names = new Map((flows ?? []).map(({ id, name }) => [id, name]));
    const shown = (stages ?? []).filter((item) => isOffered(item) || item.id === present);
    return shown.map(({ id, name, parentId }): Option => {
      const flow = names.get(parentId ?? '');
      return { id, name, ...(names.size > 1 && flow !== undefined ? { group: flow } : {}) };
    });
  }, [stages, flows, present]);
};

/** A stage belongs to one sales process, which is sent with it. */
export const useSetStage = (): ((value: TypedValue) => void) => {
  const { setField } = useFormActions();
  const stages = useLookupItems(
    useForm(({ form }) => (form.kind === 'opportunity' ? STAGES : undefined)),
  ).data;
  return (value) => {
    setField('stage', value);
    const flow = stages?.find(({ id }) => id === value)?.parentId;
    if (flow !== undefined) setField('flow_id', flow);
  };
};

/** The contacts of one customer do not belong to another. */
export const useSetCompany = (): ((value: TypedValue) => void) => {
  const { setField } = useFormActions();
  const present = useForm(({ values }) => textValue(values.fields.company_id));
  return (value) => {
    setField('company_id', value);
    if (value !== present) setField('customer_id', []);
  };
};
