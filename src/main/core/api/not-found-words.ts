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

/** True if the message of a refusal says that there is no such record. */
export const saysNotFound = (message: string): boolean => {
  const words = message.trim().replace(/[.!。！]$/, '');
  return NOT_FOUND.some((pattern) => pattern.test(words));
};
