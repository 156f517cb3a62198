/**
 * A refused request, with the contract's message. Thrown inside a write, so that the write is rolled back.
 */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Not Found Resource');
export const noPrivilege = (): Refusal => new Refusal(404, 'No Privilege');
export const cannotBeEmpty = (field: string): Refusal => new Refusal(404, `'${field}' cannot be empty`);
export const invalidInput = (what: string): Refusal => new Refusal(404, `Input data validate error ${what}`);
