/** The choices of an opportunity: the contacts of its customer, and the stages of the sales processes. */
import { useMemo } from 'react';
import { isLocalRef } from '#shared/domain/intent';
import { isNoId } from '#shared/domain/ids';
import { linesOf } from '#shared/domain/nested-values';
import { isOffered } from '#shared/http-api/lookups';
import { eachOnce } from '../../client/each-once';
import { useLookupItems, useRecord } from '../../client/queries';
import { useForm, useFormActions } from '../session/form-context';
import { textValue, type TypedValue } from '../values/form-values';
import type { Option } from './options';

const STAGES = 'opportunityStage';
const FLOWS = 'opportunityFlow';

/**
 * Returns the contacts that the CRM has. A contact that is not sent yet has no id to which an opportunity
 * could refer.
 */
export const useContactsOf = (): Option[] => {
  const companyId = useForm(({ values }) => textValue(values.fields.company_id));
  const company = useRecord('company', companyId).data;
  return useMemo(
    () =>
      eachOnce(
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
      ),
    [company],
  );
};

/**
 * Returns the stages that the CRM offers, and the stage in the form, because the stage of a record may have
 * been disabled since. If there are several sales processes, each stage is listed under the name of its
 * process.
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

/** Sets the stage together with its sales process, because both are sent. */
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

/**
 * Sets the customer. If it changed, the contacts are removed, because they belong to the previous customer.
 */
export const useSetCompany = (): ((value: TypedValue) => void) => {
  const { setField } = useFormActions();
  const present = useForm(({ values }) => textValue(values.fields.company_id));
  return (value) => {
    setField('company_id', value);
    if (value !== present) setField('customer_id', []);
  };
};
