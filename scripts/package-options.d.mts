type Env = Readonly<Record<string, string | undefined>>;
/** Returns true if packages made with `env` on this system are to be signed. */
export declare const isSigned: (env: Env, platform: NodeJS.Platform) => boolean;
/** Null, or a line that says which part of the signature is missing. */
export declare const signingProblem: (env: Env, platform: NodeJS.Platform) => string | null;
/** For the build that comes first: certificates and passwords are the packager's alone. */
export declare const withoutSecrets: (env: Env) => Record<string, string | undefined>;
/** electron-builder's environment. */
export declare const builderEnv: (env: Env, platform: NodeJS.Platform) => Record<string, string | undefined>;
/** electron-builder's arguments; `own` are the user's. */
export declare const builderOptions: (
  env: Env,
  platform: NodeJS.Platform,
  own: readonly string[],
) => string[];
