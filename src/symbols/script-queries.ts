// What counts as a definition in JavaScript and TypeScript: also what CommonJS and older code assign to exports, objects
// and prototypes. A capture `outer.…` counts only outside of functions; functions that wrap a file do not count as such.
// Whether a value is an import is decided in definitions.ts, not here.

const FUNCTION = "[(function_expression) (arrow_function) (generator_function)]";
const FUNCTION_OR_CLASS = "[(function_expression) (arrow_function) (generator_function) (class)]";
const PLAIN_FUNCTION = "[(function_expression) (arrow_function)]";
const DECLARED = "(variable_declarator name: (identifier) @name) @outer.constant";
const DECLARATION = `[(lexical_declaration ${DECLARED}) (variable_declaration ${DECLARED})]`;
const NAMED_KEY = "[(property_identifier) @name (string (string_fragment) @name)]";
const MEMBER = `[
  (member_expression property: (property_identifier) @name)
  (subscript_expression index: (string (string_fragment) @name))]`;
const MEMBER_OF_EXPORTS = `[
  (member_expression object: [(identifier) (member_expression)] @exports property: (property_identifier) @name)
  (subscript_expression object: [(identifier) (member_expression)] @exports index: (string (string_fragment) @name))]`;

const SCRIPT = `
  (function_declaration name: (identifier) @name) @function
  (generator_function_declaration name: (identifier) @name) @function
  (method_definition name: (_) @name) @method

  (program ${DECLARATION})
  (program (export_statement ${DECLARATION}))
  (function_expression body: (statement_block ${DECLARATION}))
  (arrow_function body: (statement_block ${DECLARATION}))

  (assignment_expression left: ${MEMBER} right: ${FUNCTION_OR_CLASS}) @outer.constant
  (expression_statement (assignment_expression left: (identifier) @name right: ${FUNCTION}) @outer.constant)
  (assignment_expression left: ${MEMBER_OF_EXPORTS} (#any-of? @exports "exports" "module.exports")) @outer.constant
  (assignment_expression
    left: (member_expression) @exports
    right: (object (pair key: ${NAMED_KEY}) @outer.constant)
    (#eq? @exports "module.exports"))
  (export_statement value: (object (pair key: ${NAMED_KEY}) @outer.constant))
  (export_statement "default" @name value: ${FUNCTION_OR_CLASS}) @outer.constant
  (pair key: ${NAMED_KEY} value: ${FUNCTION}) @outer.constant
  (arguments (function_expression name: (identifier) @name) @outer.function)
  (parenthesized_expression (function_expression name: (identifier) @name) @outer.function)

  ${FUNCTION} @inside
  (call_expression
    function: (member_expression property: (property_identifier) @called)
    arguments: (arguments (object) @inside)
    (#eq? @called "defineProperty"))
  (parenthesized_expression ${PLAIN_FUNCTION} @wrapper)
  (call_expression function: (function_expression) @wrapper)
  (arguments ${PLAIN_FUNCTION} @wrapper)`;

export const JAVASCRIPT_QUERY = `${SCRIPT}
  (class_declaration name: (identifier) @name) @class
  (field_definition property: (property_identifier) @name value: ${FUNCTION}) @method`;

export const TYPESCRIPT_QUERY = `${SCRIPT}
  (class_declaration name: (type_identifier) @name) @class
  (public_field_definition name: (property_identifier) @name value: ${FUNCTION}) @method
  (abstract_class_declaration name: (type_identifier) @name) @class
  (interface_declaration name: (type_identifier) @name) @type
  (type_alias_declaration name: (type_identifier) @name) @type
  (enum_declaration name: (identifier) @name) @type
  (internal_module name: (_) @name) @module`;
