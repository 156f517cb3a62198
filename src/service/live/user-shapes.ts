/**
 * A user as the live service answers it: flags as text, departments by other names, and more about the
 * person.
 */
import type { Json } from '../store/exact-json';
import type { LiveQuirks } from './live-quirks';

export const userInLiveShape = (user: Json, quirks: LiveQuirks): Json => {
  if (!quirks.userFlags) return user;
  const departments = (user['departments'] as Json[]).map((one) => ({
    department_id: one['department_id'],
    department_name: one['name'],
  }));
  return {
    ...user,
    family_name: '',
    second_name: '',
    gender: '0',
    enable_flag: String(user['enable_flag']),
    user_mobile: '',
    employee_no: '',
    departments,
    department_id: departments[0]?.department_id ?? 0,
    department_name: departments[0]?.department_name ?? '',
  };
};
