export { Faults } from "./faulty-ops.ts";
export type { FaultPlan } from "./faulty-ops.ts";
export { Killed, SimulatedDisk } from "./simulated-disk.ts";
export type { DiskEvent, PowerCut } from "./simulated-disk.ts";
export { startProcess } from "./simulated-process.ts";
export type { ProcessOptions, SimulatedCall, SimulatedOps, SimulatedProcess } from "./simulated-process.ts";
export { filesystemContract } from "./filesystem-contract.ts";
export { codeOf } from "./filesystem-subject.ts";
export type { ContractOptions, Harness, Subject } from "./filesystem-subject.ts";
