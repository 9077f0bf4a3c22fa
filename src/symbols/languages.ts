// Which files are read with which grammar, and what counts as a definition in each: queries in tree-sitter's own
// notation. A capture named like a DefinitionKind is the whole definition, @name is its name.

import { JAVASCRIPT_QUERY, TYPESCRIPT_QUERY } from "./script-queries.ts";

export type Language = {
  readonly grammar: string;
  readonly query: string;
  /** JavaScript or TypeScript: see plain-statements.ts. */
  readonly isScript?: true;
};

const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: { grammar: "bash", query: "(function_definition name: (word) @name) @function" },
  csharp: {
    grammar: "c-sharp",
    query: `
      (class_declaration name: (identifier) @name) @class
      (struct_declaration name: (identifier) @name) @class
      (record_declaration name: (identifier) @name) @class
      (interface_declaration name: (identifier) @name) @type
      (enum_declaration name: (identifier) @name) @type
      (method_declaration name: (identifier) @name) @method
      (constructor_declaration name: (identifier) @name) @method
      (namespace_declaration name: (_) @name) @module`,
  },
  cpp: {
    grammar: "cpp",
    query: `
      (function_definition declarator: (function_declarator declarator: (_) @name)) @function
      (function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
      (function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
      (class_specifier name: (type_identifier) @name body: (_)) @class
      (struct_specifier name: (type_identifier) @name body: (_)) @class
      (enum_specifier name: (type_identifier) @name body: (_)) @type
      (type_definition declarator: (type_identifier) @name) @type
      (namespace_definition name: (_) @name) @module`,
  },
  go: {
    grammar: "go",
    query: `
      (function_declaration name: (identifier) @name) @function
      (method_declaration name: (field_identifier) @name) @method
      (type_declaration (type_spec name: (type_identifier) @name)) @type
      (source_file (const_declaration (const_spec name: (identifier) @name) @constant))
      (source_file (var_declaration (var_spec name: (identifier) @name) @constant))`,
  },
  java: {
    grammar: "java",
    query: `
      (class_declaration name: (identifier) @name) @class
      (record_declaration name: (identifier) @name) @class
      (interface_declaration name: (identifier) @name) @type
      (enum_declaration name: (identifier) @name) @type
      (method_declaration name: (identifier) @name) @method
      (constructor_declaration name: (identifier) @name) @method`,
  },
  javascript: { grammar: "javascript", query: JAVASCRIPT_QUERY, isScript: true },
  php: {
    grammar: "php",
    query: `
      (function_definition name: (name) @name) @function
      (class_declaration name: (name) @name) @class
      (trait_declaration name: (name) @name) @class
      (interface_declaration name: (name) @name) @type
      (enum_declaration name: (name) @name) @type
      (method_declaration name: (name) @name) @method`,
  },
  python: {
    grammar: "python",
    query: `
      (function_definition name: (identifier) @name) @function
      (class_definition name: (identifier) @name) @class
      (module (expression_statement (assignment left: (identifier) @name)) @constant)`,
  },
  ruby: {
    grammar: "ruby",
    query: `
      (method name: (_) @name) @method
      (singleton_method name: (_) @name) @method
      (class name: (_) @name) @class
      (module name: (_) @name) @module`,
  },
  rust: {
    grammar: "rust",
    query: `
      (function_item name: (identifier) @name) @function
      (struct_item name: (type_identifier) @name) @class
      (enum_item name: (type_identifier) @name) @type
      (union_item name: (type_identifier) @name) @type
      (trait_item name: (type_identifier) @name) @type
      (type_item name: (type_identifier) @name) @type
      (impl_item type: (_) @name) @class
      (macro_definition name: (identifier) @name) @function
      (mod_item name: (identifier) @name) @module
      (const_item name: (identifier) @name) @constant
      (static_item name: (identifier) @name) @constant`,
  },
  tsx: { grammar: "tsx", query: TYPESCRIPT_QUERY, isScript: true },
  typescript: { grammar: "typescript", query: TYPESCRIPT_QUERY, isScript: true },
};

const BY_SUFFIX: Readonly<Record<string, keyof typeof LANGUAGES>> = {
  bash: "bash",
  sh: "bash",
  cs: "csharp",
  c: "cpp",
  cc: "cpp",
  cpp: "cpp",
  cxx: "cpp",
  h: "cpp",
  hh: "cpp",
  hpp: "cpp",
  hxx: "cpp",
  go: "go",
  java: "java",
  cjs: "javascript",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  php: "php",
  py: "python",
  pyi: "python",
  rb: "ruby",
  rs: "rust",
  tsx: "tsx",
  cts: "typescript",
  mts: "typescript",
  ts: "typescript",
};

/** Null for a file whose language has no grammar here. */
export function languageOf(path: string): Language | null {
  const suffix = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
  const name = suffix !== undefined && Object.hasOwn(BY_SUFFIX, suffix) ? BY_SUFFIX[suffix] : undefined;
  return name === undefined ? null : LANGUAGES[name]!;
}

/** Changes when what is found in the same text changes, so that entries of an older galley are not read. */
export const CACHE_VERSION = 3;
