import { describe, expect, it } from 'vitest';
import { peopleOptions } from '../../../../src/renderer/format/people';

const user = (id: string, nickname: string, full_name = '', email = '') => ({
  id,
  values: { nickname, full_name, email },
});
const names = (...users: ReturnType<typeof user>[]): string[] => peopleOptions(users).map(({ name }) => name);

describe('colleagues for a choice', () => {
  it('have their name alone if nobody else has it', () =>
    expect(
      names(user('1', 'Ann'), user('2', '', 'Ben Holt'), user('3', '', '', 'c@x.cn'), user('4', '')),
    ).toEqual(['Ann', 'Ben Holt', 'c@x.cn', '4']));
  it('of one name are told apart by the full name', () =>
    expect(
      names(user('1', '张伟', '张伟（上海）'), user('2', '张伟', '张伟（深圳）'), user('3', 'Ann')),
    ).toEqual(['张伟 (张伟（上海）)', '张伟 (张伟（深圳）)', 'Ann']));
  it('else by the e-mail address', () =>
    expect(names(user('1', '张伟', '张伟', 'a@x.cn'), user('2', '张伟', '张伟', 'b@x.cn'))).toEqual([
      '张伟 (a@x.cn)',
      '张伟 (b@x.cn)',
    ]));
  it('else by the id', () =>
    expect(names(user('1', '张伟', '', 'a@x.cn'), user('2', '张伟'))).toEqual(['张伟 (1)', '张伟 (2)']));
});
