import { describe, expect, it } from 'vitest';
import { builderEnv, builderOptions, withoutSecrets } from '../../../scripts/package-options.mjs';

describe('what packaging tells electron-builder', () => {
  const secrets = {
    CSC_LINK: 'a',
    CSC_KEY_PASSWORD: 'b',
    WIN_CSC_LINK: 'c',
    WIN_CSC_KEY_PASSWORD: 'd',
    APPLE_ID: 'e',
    APPLE_APP_SPECIFIC_PASSWORD: 'f',
    APPLE_TEAM_ID: 'g',
    MAC_CERTIFICATE: 'h',
    WIN_CERTIFICATE: 'i',
  };

  it('ends a build that is named signed and has no signature', () => {
    expect(builderOptions({ SATCHEL_SIGNED: '1' }, ['--x64'])).toEqual([
      '--publish',
      'never',
      '--x64',
      '-c.forceCodeSigning=true',
    ]);
    expect(builderEnv({ SATCHEL_SIGNED: '1', ...secrets })).toEqual({
      SATCHEL_SIGNED: '1',
      SATCHEL_UNSIGNED: '',
      ...secrets,
    });
  });
  it('names every other one unsigned, and then signs with nothing that lies about', () => {
    expect(builderOptions({}, ['--dir'])).toEqual(['--publish', 'never', '--dir']);
    expect(builderEnv({ PATH: '/bin', ...secrets })).toEqual({
      PATH: '/bin',
      SATCHEL_UNSIGNED: '-unsigned',
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    });
  });
  it('keeps certificates from the build that comes first', () =>
    expect(withoutSecrets({ PATH: '/bin', CSC_FOR_PULL_REQUEST: '1', ...secrets })).toEqual({
      PATH: '/bin',
      CSC_FOR_PULL_REQUEST: '1',
    }));
});
