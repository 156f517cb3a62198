/**
 * Optional routes whose availability decides what a screen shows. They have a file of their own, so that no
 * screen loads the wire schemas for a path.
 */
export const COMPANY_INFO_PATH = '/v1/company/info';
export const LEAD_INFO_PATH = '/v1/lead/info';
export const OPPORTUNITY_LIST_PATH = '/v1/opportunity/list';
export const TRAIL_PUSH_PATH = '/v1/dynamic/trail/push';
