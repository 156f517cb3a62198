type Env = Readonly<Record<string, string | undefined>>;
export declare const withoutSecrets: (env: Env) => Record<string, string | undefined>;
export declare const builderEnv: (env: Env) => Record<string, string | undefined>;
export declare const builderOptions: (env: Env, own: readonly string[]) => string[];
