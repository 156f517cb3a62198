/**
 * The messages with which a service says that a record does not exist. Code 404 stands for many refusals
 * (contract B: no privilege, validation, locked), so only the message distinguishes them. Only a whole message
 * counts.
 */
const NOT_FOUND: readonly RegExp[] = [
  /^not found resource$/i,
  /^resource not found$/i,
  /^(?:record|invoice|outbound invoice|data) (?:not found|does not exist)$/i,
  /^(?:资源|记录|数据|单据|出库单|销售出库单)不存在$/,
  /^未找到(?:资源|记录|数据|单据|出库单|销售出库单)$/,
];

/** How a read of a customer or receipt words it. These do not prove that an invoice does not exist. */
const RECORD_NOT_FOUND: readonly RegExp[] = [
  /^(?:company|customer|lead|opportunity|receipt) (?:not found|does not exist)$/i,
  /^(?:客户|公司|线索|商机|回款单)不存在$/,
  /^未找到(?:客户|公司|线索|商机|回款单)$/,
];

const isOneOf = (patterns: readonly RegExp[], message: string): boolean => {
  const words = message.trim().replace(/[.!。！]$/, '');
  return patterns.some((pattern) => pattern.test(words));
};

/** True if the message of a refusal says that there is no such record. */
export const saysNotFound = (message: string): boolean => isOneOf(NOT_FOUND, message);

/** The same for the answer to a read of one record by its id. */
export const saysRecordNotFound = (message: string): boolean =>
  saysNotFound(message) || isOneOf(RECORD_NOT_FOUND, message);
