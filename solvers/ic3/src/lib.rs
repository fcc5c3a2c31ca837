//! The IC3 engine on DimSpec, one file a phase.
