/**
 * Routes beyond the contract whose being offered decides what a screen shows; by themselves, so that no
 * screen loads the wire schemas for a name.
 */
export const COMPANY_INFO_PATH = '/v1/company/info';
export const LEAD_INFO_PATH = '/v1/lead/info';
export const TRAIL_PUSH_PATH = '/v1/dynamic/trail/push';
