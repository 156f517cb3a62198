/** The company whose next follow-up is being planned, and the default times. */
import { create } from 'zustand';
import { onOtherAccount } from '../client/of-account';
import { two } from '../format/local-day';

/** The company whose next follow-up is being planned; null if none. */
export const usePlan = create<{ companyId: string | null }>(() => ({ companyId: null }));
export const openPlan = (companyId: string): void => usePlan.setState({ companyId });
export const closePlan = (): void => usePlan.setState({ companyId: null });
/** Closes the window of this company; that of another, opened meanwhile, stays. */
export const closePlanOf = (companyId: string): void =>
  usePlan.setState((now) => (now.companyId === companyId ? { companyId: null } : now));
onOtherAccount(closePlan);

const HOUR = '09:00';

export const PLAN_CHOICES = ['tomorrow', 'threeDays', 'monday', 'week'] as const;
export type PlanChoice = (typeof PLAN_CHOICES)[number];

/** Returns a choice as local text, `YYYY-MM-DD 09:00:00`. On a Monday, "monday" means the next one. */
export const planned = (choice: PlanChoice, now: Date): string => {
  const days = { tomorrow: 1, threeDays: 3, monday: ((7 - now.getDay()) % 7) + 1, week: 7 }[choice];
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${HOUR}:00`;
};
