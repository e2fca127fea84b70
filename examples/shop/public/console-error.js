console.error("Opening hours could not be read: unexpected format");
