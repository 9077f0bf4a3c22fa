// `galley/fs/node`: files of this machine and of a container.

export { openContainer, openHostFiles } from "../fs/node/index.ts";
export type { Container, ContainerOptions, HostFiles, HostOptions } from "../fs/node/index.ts";
