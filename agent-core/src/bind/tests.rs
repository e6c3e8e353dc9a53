//! Whole bindings: fields as pages have them, values as people write them.
